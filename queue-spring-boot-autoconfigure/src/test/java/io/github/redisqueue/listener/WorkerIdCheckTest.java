package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;

import io.github.redisqueue.DuplicateWorkerException;
import io.github.redisqueue.Job;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@RedisTest
class WorkerIdCheckTest {

	private final QueueListenerRegistry containers = new QueueListenerRegistry();

	private Listening listening;

	private TestRedis redis;

	@BeforeEach
	void open(TestRedis redis) {
		this.redis = redis;
		this.listening = new Listening(redis.connections(), redis.keyPrefix());
	}

	@AfterEach
	void close() {
		this.listening.close();
	}

	/** The queue as a further boot with the same worker id sees it. */
	private WorkerQueue boot() {
		return boot(Duration.ofSeconds(10));
	}

	private WorkerQueue boot(Duration leaseTime) {
		return ShardedQueue.shard(QueueType.LIST, this.listening.keys("orders"),
				QueueSettings.of("worker-1", leaseTime), new ScriptRunner(this.redis.connections()));
	}

	private QueueListenerContainer container(WorkerQueue queue) {
		return this.listening.container(queue, Listening.settings().pollInterval(Duration.ofMillis(50)).build(),
				(lease) -> {
				});
	}

	private static boolean isDrained(WorkerQueue queue) {
		QueueCounts counts = queue.counts();
		return counts.ready() + counts.delayed() + counts.leased() == 0;
	}

	@Test
	void anInstanceDoesNotStartWhileAnotherHasItsWorkerId() {
		container(boot()).start();
		QueueListenerContainer second = container(boot());
		assertThatExceptionOfType(DuplicateWorkerException.class).isThrownBy(second::start)
			.withMessageContaining("orders")
			.withMessageContaining("worker-1");
		assertThat(second.isRunning()).isFalse();
		this.containers.add(second, true, "here");
		assertThatExceptionOfType(DuplicateWorkerException.class).isThrownBy(this.containers::start);
	}

	@Test
	void anInstanceStartsAfterOneWithItsWorkerIdHasVanishedAndTakesUpItsJobs() {
		WorkerQueue vanished = boot(Duration.ofSeconds(1));
		vanished.add(Job.of("a", new byte[0]));
		assertThat(vanished.lease(1).leases()).hasSize(1);
		WorkerQueue next = boot();
		QueueListenerContainer container = container(next);
		container.start();
		assertThat(container.isRunning()).isTrue();
		await().until(() -> isDrained(next));
	}

	@Test
	void twoListenersOfOneInstanceShareItsWorkerId() {
		WorkerQueue queue = boot();
		container(queue).start();
		QueueListenerContainer second = container(queue);
		second.start();
		assertThat(second.isRunning()).isTrue();
		queue.add(List.of(Job.of("a", new byte[0]), Job.of("b", new byte[0])));
		await().until(() -> isDrained(queue));
	}

}
