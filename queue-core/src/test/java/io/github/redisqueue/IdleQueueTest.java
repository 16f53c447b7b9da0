package io.github.redisqueue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A light cleaning of a queue that was just seen to be idle does not go to Redis.
 */
@RedisTest
class IdleQueueTest {

	private final AtomicInteger calls = new AtomicInteger();

	private TestRedis redis;

	private RedisConnectionFactory counting;

	@BeforeEach
	void countCalls(TestRedis redis) {
		this.redis = redis;
		this.counting = QueueFixture.counting(redis.connections(), this.calls);
	}

	private WorkerQueue queue(QueueType type, String worker) {
		return QueueFixture.queue(type, QueueKeys.of(this.redis.keyPrefix(), "orders"),
				QueueSettings.of(worker, Duration.ofSeconds(30)), this.counting);
	}

	private boolean goesToRedis(WorkerQueue queue) {
		int before = this.calls.get();
		queue.clean(CleanDepth.LIGHT);
		return this.calls.get() > before;
	}

	@ParameterizedTest
	@EnumSource(QueueType.class)
	void itIsLeftOutRightAfterALookThatFoundThatNobodyHoldsAJob(QueueType type) {
		WorkerQueue queue = queue(type, "one");
		assertThat(goesToRedis(queue)).as("nobody has looked").isTrue();
		queue.lease(1);
		assertThat(goesToRedis(queue)).isFalse();
	}

	@ParameterizedTest
	@EnumSource(QueueType.class)
	void itIsMadeIfThisWorkerHoldsAJob(QueueType type) {
		WorkerQueue queue = queue(type, "one");
		queue.lease(1);
		queue.add(Job.of("a", new byte[0]));
		queue.lease(1);
		assertThat(goesToRedis(queue)).isTrue();
	}

	@ParameterizedTest
	@EnumSource(QueueType.class)
	void itIsMadeIfALookFoundThatAnotherWorkerHoldsAJob(QueueType type) {
		WorkerQueue queue = queue(type, "one");
		queue.lease(1);
		queue.add(Job.of("a", new byte[0]));
		queue(type, "two").lease(1);
		assertThat(queue.lease(1).leases()).isEmpty();
		assertThat(goesToRedis(queue)).isTrue();
	}

	@ParameterizedTest
	@EnumSource(QueueType.class)
	void itIsMadeIfAllJobsArePaused(QueueType type) {
		WorkerQueue queue = queue(type, "one");
		queue.pause();
		queue.lease(1);
		assertThat(goesToRedis(queue)).as("a paused queue does not tell who holds what").isTrue();
	}

}
