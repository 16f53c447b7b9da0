package io.github.redisqueue.lettuce;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.redisqueue.AsyncWorkerQueue.Poll;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.TestThreads;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static io.github.redisqueue.test.QueueFixture.job;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Polls of queues of which a look tells that they have no jobs. A poll that leases notes
 * that it has polled, a look notes nothing.
 */
@Timeout(180)
class QuietQueuesTest {

	private static final Duration PATIENT = Duration.ofSeconds(60);

	private static final QueueKeys KEYS = QueueKeys.of("queue:", "orders");

	@AutoClose
	private final PrivateRedis server = PrivateRedis.start();

	private final RedisCommands<String, String> direct = this.server.commands();

	private final LettuceConnectionFactory connections = this.server.connections(PATIENT);

	@AutoClose
	private final ScriptRunner scripts = new ScriptRunner(this.connections,
			new LettuceEvaluator(this.connections, this.connections, false, TestThreads.connector()),
			TestThreads.timer(), TestThreads.connector(), PATIENT);

	private WorkerQueue queue(QueueType type) {
		return queue(type, KEYS);
	}

	private WorkerQueue queue(QueueType type, QueueKeys keys) {
		return new ShardedQueue(type, 1, keys, QueueSettings.of("worker", Duration.ofMinutes(10)), this.scripts);
	}

	private Poll poll(WorkerQueue queue) throws Exception {
		this.direct.del(KEYS.key("polled"));
		return queue.async().poll(1, PATIENT).get(50, TimeUnit.SECONDS);
	}

	/** Polls, and tells whether that was more than a look. */
	private boolean isPolled(WorkerQueue queue) throws Exception {
		Poll poll = poll(queue);
		assertThat(poll.result()).isNotNull();
		assertThat(poll.result().leases()).isEmpty();
		assertThat(poll.next()).isEqualTo(PATIENT);
		return this.direct.exists(KEYS.key("polled")) == 1;
	}

	@ParameterizedTest
	@EnumSource(QueueType.class)
	void aQueueWithoutJobsIsOnlyLookedAt(QueueType type) throws Exception {
		WorkerQueue queue = queue(type);
		assertThat(isPolled(queue)).as("new").isFalse();
		queue.add(List.of(job("later").withDelay(Duration.ofMinutes(5))));
		assertThat(isPolled(queue)).as("delayed").isTrue();
		queue.cancel(List.of("later"));
		assertThat(isPolled(queue)).as("cancelled").isFalse();
		queue.add(List.of(Job.of("now", new byte[0])));
		List<Lease> leases = poll(queue).result().leases();
		assertThat(leases).hasSize(1);
		assertThat(isPolled(queue)).as("leased").isTrue();
		queue.complete(leases);
		assertThat(isPolled(queue)).as("completed").isFalse();
		queue.pause();
		assertThat(isPolled(queue)).as("paused").isTrue();
		queue.resume();
		assertThat(isPolled(queue)).as("resumed").isFalse();
		this.direct.zadd(KEYS.key("suspects"), 1, "a mark that a cleaning has to drop");
		assertThat(isPolled(queue)).as("suspects").isEqualTo(type == QueueType.LEASE);
		this.direct.del(KEYS.key("suspects"));
		this.direct.hset(KEYS.key("waiting"), "waiting for a place that is kept", "");
		assertThat(isPolled(queue)).as("waiting").isTrue();
	}

	@Test
	void aQueueHasSchedulesAsLongAsAnyKeyOfThemIsLeft() {
		WorkerQueue queue = queue(QueueType.LEASE);
		assertThat(queue.schedules().areNone().join()).isTrue();
		queue.schedules().put(Schedule.every("report", Duration.ofHours(1)).build());
		for (String key : List.of("schedules", "plans", "firings", "planning")) {
			this.direct.del(KEYS.key("schedules"), KEYS.key("plans"), KEYS.key("firings"), KEYS.key("planning"));
			assertThat(queue.schedules().areNone().join()).isTrue();
			this.direct.set(KEYS.key(key), "any value");
			assertThat(queue.schedules().areNone().join()).as(key).isFalse();
		}
	}

	@Test
	void aLayoutIsConfirmedByALookAsLongAsAllOfItIsRecordedAsItWas() {
		WorkerQueue queue = queue(QueueType.LEASE);
		queue(QueueType.LEASE).checkLayout();
		assertThat(queue.isLayoutConfirmed().join()).as("never compared here").isFalse();
		for (String key : List.of("shards", "type")) {
			queue.checkLayout();
			assertThat(queue.isLayoutConfirmed().join()).isTrue();
			this.direct.del(KEYS.key(key));
			assertThat(queue.isLayoutConfirmed().join()).as(key + " lost").isFalse();
			this.direct.hset(KEYS.key(key), "no", "text");
			assertThat(queue.isLayoutConfirmed().join()).as(key + " of the wrong type").isFalse();
			this.direct.set(KEYS.key(key), "stream");
			assertThat(queue.isLayoutConfirmed().join()).as(key + " another").isFalse();
			this.direct.del(KEYS.key(key));
		}
	}

	@Test
	void manyQuietQueuesShareTheirLooks() {
		List<WorkerQueue> queues = IntStream.range(0, 100)
			.mapToObj((i) -> queue(QueueType.LEASE, QueueKeys.of("queue:", "tenant-" + i)))
			.toList();
		queues.forEach(WorkerQueue::checkLayout);
		this.direct.configResetstat();
		assertThat(queues.stream().map((queue) -> queue.async().poll(1, PATIENT)).toList())
			.allSatisfy((poll) -> assertThat(poll).succeedsWithin(PATIENT));
		assertThat(queues).allMatch(WorkerQueue::isIdle);
		assertThat(queues.stream().map(WorkerQueue::isLayoutConfirmed).toList())
			.allSatisfy((confirmed) -> assertThat(confirmed).succeedsWithin(PATIENT).isEqualTo(true));
		assertThat(queues.stream().map((queue) -> queue.schedules().areNone()).toList())
			.allSatisfy((none) -> assertThat(none).succeedsWithin(PATIENT).isEqualTo(true));
		// Of each kind one at once, and the others as few or one by one as they come.
		assertThat(this.direct.info("commandstats")).contains("cmdstat_exists:calls=200,");
		assertThat(QueueFixture.calls(this.connections, "evalsha")).isLessThan(150);
	}

	@ParameterizedTest
	@EnumSource(QueueType.class)
	void aKeyOfTheWrongTypeIsFoundByPolling(QueueType type) throws Exception {
		WorkerQueue queue = queue(type);
		assertThat(isPolled(queue)).isFalse();
		this.direct.set(KEYS.key(switch (type) {
			case STREAM -> "stream";
			case DELAYED -> "delayed";
			default -> "queue";
		}), "no queue");
		assertThat(queue.async().poll(1, PATIENT)).failsWithin(PATIENT)
			.withThrowableThat()
			.withMessageContaining("WRONGTYPE");
	}

}
