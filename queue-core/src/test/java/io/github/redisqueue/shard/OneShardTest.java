package io.github.redisqueue.shard;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.github.redisqueue.Failure;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.QueueFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One shard is the queue itself.
 */
class OneShardTest extends ShardTests {

	private WorkerQueue one(QueueType type) {
		return create(type, 1, QueueSettings.of("one", LONG));
	}

	@ParameterizedTest
	@EnumSource
	void isThePlainQueueInItsUsualPlace(QueueType type) {
		WorkerQueue plain = QueueFixture.queue(type, this.keys, QueueSettings.of("plain", LONG),
				new ScriptRunner(this.redis.connections()));
		WorkerQueue one = one(type);
		plain.add(jobsOfEach(2));
		assertThat(one.add(jobsOfEach(2))).isEmpty();
		List<Lease> leases = one.lease(6).leases();
		assertThat(leases).extracting(Lease::id).as("in the order of their age").isEqualTo(jobIds(jobsOfEach(2)));
		assertThat(leases).extracting(Lease::token).isSorted().doesNotHaveDuplicates();
		one.bury(Map.of(leases.get(0), CAUSE));
		assertThat(plain.counts()).isEqualTo(one.counts());
		assertThat(plain.deadLetters().page(0, 10)).hasSize(1).isEqualTo(one.deadLetters().page(0, 10));
		assertThat(this.redis.keys())
			.allMatch((key) -> key.startsWith(this.keys.prefix() + ":") || key.equals(this.keys.bell()));
	}

	@ParameterizedTest
	@EnumSource
	void costsNoMoreThanThePlainQueueAfterTheFirstOperation(QueueType type) {
		AtomicInteger calls = new AtomicInteger();
		WorkerQueue one = counted(type, 1, calls);
		one.add(jobsOfEach(2));
		assertThat(calls).as("the layout, and the jobs").hasValue(2);
		List<Lease> leases = one.lease(6).leases();
		Lease last = leases.get(5);
		Stream<Runnable> operations = Stream.of(() -> one.add(jobsOfEach(3)), () -> one.lease(1),
				() -> one.start(leases, true), () -> one.complete(leases.subList(0, 2)),
				() -> one.release(leases.subList(2, 4)),
				() -> one.retry(Map.of(leases.get(4), new Failure(LONG, CAUSE))), () -> one.bury(Map.of(last, CAUSE)),
				() -> one.cancel("none"), one::counts, one::pause, one::resume, () -> one.deadLetters().page(0, 10),
				() -> one.deadLetters().get("none"), () -> one.deadLetters().redrive(List.of("none")),
				() -> one.deadLetters().purge(List.of("none")));
		operations.forEach((operation) -> {
			calls.set(0);
			operation.run();
			assertThat(calls).hasValue(1);
		});
	}

	@ParameterizedTest
	@EnumSource
	void tellsWithoutAnotherLookThatNothingMoreIsReady(QueueType type) {
		WorkerQueue one = one(type);
		one.add(jobsOf(0, 2));
		assertThat(one.lease(1).nextDue()).isZero();
		LeaseResult last = one.lease(1);
		assertThat(last.leases()).hasSize(1);
		assertThat(last.nextDue()).isNull();
	}

}
