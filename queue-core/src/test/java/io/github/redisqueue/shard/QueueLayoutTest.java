package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueLayoutException;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.queue.GivenLeases;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.PrivateRedis;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * The number of shards and their type stand in Redis, and nobody with others gets at the
 * queue.
 */
class QueueLayoutTest extends ShardTests {

	private static final Lease LEASE = GivenLeases.forge("orders", job("a"), 1, "1");

	static Stream<Consumer<WorkerQueue>> operations() {
		return Stream.of((queue) -> queue.add(job("a")), (queue) -> queue.lease(1),
				(queue) -> queue.start(List.of(LEASE), true), (queue) -> queue.extend(List.of(LEASE)),
				(queue) -> complete(queue, LEASE), (queue) -> queue.retry(Map.of(LEASE, new Failure(LONG, CAUSE))),
				(queue) -> queue.release(List.of(LEASE)), (queue) -> queue.bury(Map.of(LEASE, CAUSE)),
				(queue) -> queue.cancel("a"), (queue) -> queue.clean(CleanDepth.DEEP), WorkerQueue::counts,
				WorkerQueue::pause, WorkerQueue::resume, (queue) -> queue.deadLetters().page(0, 10),
				(queue) -> queue.deadLetters().get("a"), (queue) -> queue.deadLetters().redrive(List.of("a")),
				(queue) -> queue.deadLetters().purge(List.of("a")), (queue) -> queue.deadLetters().redriveAll(),
				(queue) -> queue.deadLetters().purgeAll(), WorkerQueue::checkLayout);
	}

	private Map<String, String> recorded() {
		return Map.of("shards", this.redis.commands().get(this.keys.key("shards")), "type",
				this.redis.commands().get(this.keys.key("type")));
	}

	private ShardedQueue other(QueueType type, int shards) {
		return create(type, shards, QueueSettings.of("other", LONG));
	}

	@ParameterizedTest
	@MethodSource("operations")
	void theFirstOperationRecordsIt(Consumer<WorkerQueue> operation) {
		operation.accept(this.queue);
		assertThat(recorded()).isEqualTo(Map.of("shards", "3 shards", "type", "lease"));
	}

	@ParameterizedTest
	@MethodSource("operations")
	void noOperationDoesAnythingIfItIsAnother(Consumer<WorkerQueue> operation) {
		this.queue.add(jobsOfEach(2));
		List<String> before = this.redis.keys();
		for (int shards : new int[] { 1, 2 }) {
			ShardedQueue other = other(QueueType.LEASE, shards);
			assertThatExceptionOfType(QueueLayoutException.class).isThrownBy(() -> operation.accept(other));
		}
		assertThat(this.redis.keys()).isEqualTo(before);
		assertThat(this.queue.counts().ready()).isEqualTo(6);
	}

	@ParameterizedTest
	@CsvSource({ "LEASE, 1, type 'lease' and 1 shard", "LEASE, 12, type 'lease' and 12 shards",
			"STREAM, 3, type 'stream' and 3 shards" })
	void whoeverIsConfiguredOtherwiseIsToldWhatToDo(QueueType type, int shards, String configured) {
		worker(QueueType.LEASE, "one").checkLayout();
		assertThatExceptionOfType(QueueLayoutException.class).isThrownBy(() -> other(type, shards).counts())
			.satisfies((ex) -> {
				assertThat(ex.description()).contains("'orders'", "recorded in Redis with type 'lease' and 3 shards",
						"configured for " + configured);
				assertThat(ex.action()).contains("drain the queue", this.keys.key("shards"), this.keys.key("type"));
				assertThat(ex).hasMessageContainingAll(ex.description(), ex.action());
			});
	}

	@Test
	void aQueueOfOneShardIsRecordedToo() {
		other(QueueType.LIST, 1).counts();
		assertThat(recorded()).isEqualTo(Map.of("shards", "1", "type", "list"));
		assertThatExceptionOfType(QueueLayoutException.class).isThrownBy(this.queue::counts)
			.withMessageContaining("type 'list' and 1 shard,");
	}

	@ParameterizedTest
	@CsvSource({ "shards, 3 shards", "type, lease" })
	void ofARecordThatIsHalfThereTheRestIsAdded(String part, String value) {
		this.redis.commands().set(this.keys.key(part), value);
		worker(QueueType.LEASE, "one").checkLayout();
		assertThat(recorded()).isEqualTo(Map.of("shards", "3 shards", "type", "lease"));
	}

	@ParameterizedTest
	@CsvSource({ "shards, 5 shards", "shards, 3", "type, stream" })
	void ofARecordThatIsHalfThereThatHalfCounts(String part, String value) {
		this.redis.commands().set(this.keys.key(part), value);
		assertThatExceptionOfType(QueueLayoutException.class).isThrownBy(this.queue::counts);
		assertThat(recorded()).containsEntry(part, value);
	}

	@Test
	void aDrainedQueueGetsANewLayoutOnceTheRecordIsDeleted() {
		this.queue.add(jobsOfEach(2));
		this.queue.complete(this.queue.lease(100).leases());
		loseRecord();
		ShardedQueue other = other(QueueType.DELAYED, 5);
		other.add(jobsOfEach(2));
		assertThat(other.lease(100).leases()).hasSize(6);
		assertThat(recorded()).isEqualTo(Map.of("shards", "5 shards", "type", "delayed"));
	}

	@Test
	void whoWasRefusedGoesOnOnceBothAgree() {
		worker(QueueType.LEASE, "one").checkLayout();
		ShardedQueue other = other(QueueType.LEASE, 5);
		assertThatExceptionOfType(QueueLayoutException.class).isThrownBy(other::counts);
		this.redis.commands().set(this.keys.key("shards"), "5 shards");
		assertThat(other.add(job("a"))).isTrue();
	}

	private void loseRecord() {
		this.redis.commands().del(this.keys.key("shards"), this.keys.key("type"));
	}

	@ParameterizedTest
	@EnumSource
	void aCleaningRecordsItAgainWhoeverHasTheTurn(CleanDepth depth) {
		WorkerQueue second = worker(QueueType.LEASE, "two");
		second.cleanInTurn(depth, LONG, (report) -> {
		});
		for (Runnable cleaning : List.<Runnable>of(() -> this.queue.clean(depth),
				() -> this.queue.cleanInTurn(depth, LONG, (report) -> {
				}))) {
			loseRecord();
			cleaning.run();
			assertThat(recorded()).isEqualTo(Map.of("shards", "3 shards", "type", "lease"));
		}
	}

	@ParameterizedTest
	@MethodSource("operations")
	void noOperationDoesAnythingOnceACleaningHasFoundAnother(Consumer<WorkerQueue> operation) {
		this.queue.add(jobsOfEach(2));
		loseRecord();
		other(QueueType.LEASE, 2).checkLayout();
		assertThatExceptionOfType(QueueLayoutException.class).isThrownBy(() -> this.queue.clean(CleanDepth.LIGHT));
		List<String> before = this.redis.keys();
		for (int i = 0; i < 2; i++) {
			assertThatExceptionOfType(QueueLayoutException.class).isThrownBy(() -> operation.accept(this.queue));
		}
		assertThat(this.queue.async().leaseOrWait(1)).failsWithin(PATIENCE)
			.withThrowableThat()
			.withCauseInstanceOf(QueueLayoutException.class);
		assertThat(this.redis.keys()).isEqualTo(before);
		this.redis.commands().set(this.keys.key("shards"), "3 shards");
		assertThat(this.queue.counts().ready()).isEqualTo(6);
	}

	@Test
	void aRecordThatCannotBeReadKeepsNobodyFromCleaning() {
		this.queue.add(jobsOfEach(1));
		loseRecord();
		this.redis.commands().rpush(this.keys.key("type"), "no string");
		List<CleanReport> reports = new ArrayList<>();
		this.queue.cleanInTurn(CleanDepth.LIGHT, LONG, reports::add);
		assertThat(reports).hasSize(3);
		assertThat(this.queue.counts().ready()).isEqualTo(3);
	}

	@RepeatedTest(10)
	void ofManyThatStartAtOnceOneDecides() throws Exception {
		int each = 4;
		Queue<Integer> accepted = new ConcurrentLinkedQueue<>();
		List<Callable<Void>> starts = new ArrayList<>();
		for (int i = 0; i < each; i++) {
			for (int shards : new int[] { 2, 5 }) {
				ShardedQueue starting = other(QueueType.LEASE, shards);
				starts.add(() -> {
					if (isAccepted(starting)) {
						accepted.add(shards);
					}
					return null;
				});
			}
		}
		atOnce(starts);
		assertThat(accepted).hasSize(each)
			.containsOnly(Integer.parseInt(recorded().get("shards").replace(" shards", "")));
	}

	private static boolean isAccepted(ShardedQueue starting) {
		try {
			starting.counts();
			return true;
		}
		catch (QueueLayoutException ex) {
			return false;
		}
	}

	@Test
	void itIsMetByTheFirstOperationThatReachesRedis() {
		try (PrivateRedis server = PrivateRedis.start("appendonly yes", "appendfsync always")) {
			LettuceConnectionFactory connections = server.connections(Duration.ofSeconds(3));
			QueueSettings settings = QueueSettings.of("one", LONG);
			new ShardedQueue(QueueType.LEASE, 3, this.keys, settings, new ScriptRunner(connections)).checkLayout();
			server.stop();
			ShardedQueue other = new ShardedQueue(QueueType.LEASE, 2, this.keys, settings,
					new ScriptRunner(connections));
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(other::counts);
			server.restart();
			await().ignoreExceptionsInstanceOf(DataAccessException.class)
				.untilAsserted(() -> assertThatExceptionOfType(QueueLayoutException.class).isThrownBy(other::counts));
		}
	}

	@Test
	void workCanBeginWhenRedisIsOutOfMemory() {
		try (PrivateRedis server = PrivateRedis.start("maxmemory-policy noeviction")) {
			server.commands().configSet("maxmemory", "1");
			ShardedQueue starting = new ShardedQueue(QueueType.LEASE, 3, this.keys, QueueSettings.of("one", LONG),
					new ScriptRunner(server.connections(PATIENCE)));
			assertThat(starting.lease(1).leases()).isEmpty();
		}
	}

}
