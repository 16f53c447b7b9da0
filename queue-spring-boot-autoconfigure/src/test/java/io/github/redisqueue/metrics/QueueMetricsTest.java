package io.github.redisqueue.metrics;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@RedisTest
class QueueMetricsTest {

	private final TestRedis redis;

	QueueMetricsTest(TestRedis redis) {
		this.redis = redis;
	}

	@Nested
	class Gauges {

		@Test
		void showWhatIsInTheQueue() {
			runner().withPropertyValues("redis-queue.metrics.refresh-interval=1ms").run((context) -> {
				WorkerQueue queue = queue(context);
				for (int i = 0; i < 5; i++) {
					queue.add(Job.of(new byte[0]));
				}
				queue.add(Job.of(new byte[0]).withDelay(Duration.ofHours(1)));
				queue.lease(1);
				Lease hopeless = queue.lease(1).leases().get(0);
				queue.bury(Map.of(hopeless, Cause.of(Cause.Reason.REQUESTED, "enough")));
				assertThat(gauge(context, "redis.queue.length")).isEqualTo(3);
				assertThat(gauge(context, "redis.queue.leases")).isEqualTo(1);
				assertThat(gauge(context, "redis.queue.delayed")).isEqualTo(1);
				assertThat(gauge(context, "redis.queue.dead.letters")).isEqualTo(1);
				await().until(() -> gauge(context, "redis.queue.oldest.age") > 0.05);
				assertThat(gauge(context, "redis.queue.oldest.age")).isLessThan(60);
			});
		}

		@Test
		void showNoAgeWhereThereIsNothing() {
			runner().run((context) -> {
				queue(context);
				assertThat(gauge(context, "redis.queue.oldest.age")).isZero();
			});
		}

		@Test
		void showAnUnknownAgeAsNotANumber() {
			runner().run((context) -> {
				queue(context).add(Job.of("no-time-in-this-id", new byte[0]));
				assertThat(gauge(context, "redis.queue.oldest.age")).isNaN();
			});
		}

		@Test
		void askRedisOnceForAllOfThem() {
			try (PrivateRedis server = PrivateRedis.start()) {
				runner()
					.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + server.port(),
							"redis-queue.metrics.refresh-interval=1h", "redis-queue.cleaner.enabled=false")
					.run((context) -> {
						queue(context).add(Job.of(new byte[0]));
						assertThat(gauge(context, "redis.queue.length")).isEqualTo(1);
						server.kill();
						assertThat(gauge(context, "redis.queue.length")).isEqualTo(1);
						assertThat(gauge(context, "redis.queue.leases")).isZero();
						assertThat(gauge(context, "redis.queue.delayed")).isZero();
						assertThat(gauge(context, "redis.queue.dead.letters")).isZero();
						assertThat(gauge(context, "redis.queue.oldest.age")).isPositive();
					});
			}
		}

		@Test
		void areNotANumberWhileRedisIsAwayAndThatIsRememberedToo() {
			try (PrivateRedis server = PrivateRedis.start()) {
				server.kill();
				runner()
					.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + server.port(),
							"redis-queue.metrics.refresh-interval=1h", "redis-queue.cleaner.enabled=false")
					.run((context) -> {
						queue(context);
						assertThat(gauge(context, "redis.queue.length")).isNaN();
						server.restart();
						assertThat(gauge(context, "redis.queue.length")).isNaN();
					});
			}
		}

		@Test
		void showNewerCountsAfterAWhile() {
			runner().withPropertyValues("redis-queue.metrics.refresh-interval=50ms").run((context) -> {
				WorkerQueue queue = queue(context);
				assertThat(gauge(context, "redis.queue.length")).isZero();
				queue.add(Job.of(new byte[0]));
				await().until(() -> gauge(context, "redis.queue.length") == 1);
			});
		}

		@Test
		void mayBeSwitchedOffForAQueue() {
			runner()
				.withPropertyValues("redis-queue.queues.quiet.metrics.enabled=false",
						"redis-queue.queues.loud.lease-time=1s")
				.run((context) -> {
					MeterRegistry meters = context.getBean(MeterRegistry.class);
					assertThat(meters.find("redis.queue.length").tag("queue", "quiet").gauge()).isNull();
					assertThat(meters.find("redis.queue.retries").tag("queue", "quiet").counter()).isNull();
					assertThat(meters.find("redis.queue.length").tag("queue", "loud").gauge()).isNotNull();
					assertThat(meters.find("redis.queue.retries").tag("queue", "loud").counter()).isNotNull();
				});
		}

	}

	@Nested
	class Counters {

		@Test
		void areThereFromTheBeginning() {
			runner().withPropertyValues("redis-queue.queues.jobs.lease-time=1s").run((context) -> {
				assertThat(counter(context, "redis.queue.retries")).isZero();
				assertThat(counter(context, "redis.queue.reclaims")).isZero();
				assertThat(counter(context, "redis.queue.leases.lost")).isZero();
				assertThat(counter(context, "redis.queue.buried")).isZero();
			});
		}

		@Test
		void countWhatTheyAreToldOf() {
			runner().run((context) -> {
				QueueEvents events = context.getBean(QueueEvents.class);
				events.retried("jobs", 1);
				events.reclaimed("jobs", 2);
				events.lost("jobs", 3);
				events.buried("jobs", 4);
				assertThat(counter(context, "redis.queue.retries")).isEqualTo(1);
				assertThat(counter(context, "redis.queue.reclaims")).isEqualTo(2);
				assertThat(counter(context, "redis.queue.leases.lost")).isEqualTo(3);
				assertThat(counter(context, "redis.queue.buried")).isEqualTo(4);
			});
		}

		@Test
		void areToldOfTheFailuresOfHandlers() {
			runner()
				.withPropertyValues("redis-queue.retry.max-retries=2", "redis-queue.retry.delay=1ms",
						"redis-queue.retry.jitter=0")
				.withBean(Failing.class)
				.run((context) -> {
					queue(context).add(Job.of(new byte[0]));
					await().until(() -> counter(context, "redis.queue.buried") == 1);
					assertThat(counter(context, "redis.queue.retries")).isEqualTo(2);
					assertThat(context.getBean(Failing.class).calls).hasValue(3);
				});
		}

		@Test
		void areToldOfReclaimedJobs() {
			runner().withPropertyValues("redis-queue.lease-time=50ms", "redis-queue.cleaner.light-interval=50ms")
				.run((context) -> {
					WorkerQueue queue = queue(context);
					queue.add(Job.of(new byte[0]));
					queue.lease(1);
					await().until(() -> counter(context, "redis.queue.reclaims") == 1);
				});
		}

	}

	private ApplicationContextRunner runner() {
		return QueueContexts.metered(QueueContexts.with(this.redis));
	}

	private static WorkerQueue queue(AssertableApplicationContext context) {
		return context.getBean(WorkQueues.class).forWorker("jobs");
	}

	private static double gauge(AssertableApplicationContext context, String name) {
		return context.getBean(MeterRegistry.class).get(name).tag("queue", "jobs").gauge().value();
	}

	private static double counter(AssertableApplicationContext context, String name) {
		return context.getBean(MeterRegistry.class).get(name).tag("queue", "jobs").counter().count();
	}

	static class Failing {

		private final AtomicInteger calls = new AtomicInteger();

		@QueueListener("jobs")
		void handle() {
			this.calls.incrementAndGet();
			throw new IllegalStateException("always");
		}

	}

}
