package io.github.redisqueue.metrics;

import java.time.Duration;
import java.util.List;

import io.github.redisqueue.Job;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.test.QueueTypes;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.params.ParameterizedTest;

import static io.github.redisqueue.metrics.QueueMetricsTest.awaitObstacles;
import static io.github.redisqueue.metrics.QueueMetricsTest.gauge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What gauges show of queues whose jobs have groups.
 */
@RedisTest
class GroupGaugesTest {

	@ParameterizedTest
	@QueueTypes
	void jobsThatWaitForOthersOfTheirGroupAreCountedByThemselves(QueueType type, TestRedis redis) {
		QueueContexts.metered(QueueContexts.with(redis))
			.withPropertyValues("redis-queue.type=" + type, "redis-queue.queues.jobs.groups.enabled=true")
			.run((context) -> {
				WorkerQueue queue = context.getBean(WorkQueues.class).forWorker("jobs");
				queue.add(List.of(job("a"), job("b"), job("c"), job("d").withDelay(Duration.ofHours(1))));
				await().until(() -> gauge(context, "redis.queue.waiting") == 2);
				assertThat(gauge(context, "redis.queue.ready")).isOne();
				assertThat(gauge(context, "redis.queue.delayed")).isOne();
				awaitObstacles(context);
				queue.complete(queue.lease(5).leases());
				await().until(() -> gauge(context, "redis.queue.waiting") == 1);
				queue.lease(5);
				awaitObstacles(context, "groups");
				assertThat(gauge(context, "redis.queue.leases")).isOne();
				assertThat(gauge(context, "redis.queue.ready")).isZero();
				queue.cancel(List.of("b", "c"));
				await().until(() -> gauge(context, "redis.queue.waiting") == 0);
				awaitObstacles(context);
			});
	}

	private static Job job(String id) {
		return Job.of(id, new byte[0]).withGroup("blue");
	}

}
