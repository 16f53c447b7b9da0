package io.github.redisqueue.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.PostponeException;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.OnlyInAllTests;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
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
			runner().withPropertyValues("redis-queue.queues.jobs.groups.enabled=true").run((context) -> {
				WorkerQueue queue = queue(context);
				for (int i = 0; i < 5; i++) {
					queue.add(Job.of(new byte[0]));
				}
				queue.add(Job.of(new byte[0]).withDelay(Duration.ofHours(1)));
				queue.lease(1);
				Lease hopeless = queue.lease(1).leases().get(0);
				queue.bury(Map.of(hopeless, Cause.of(Cause.Reason.REQUESTED, "enough")));
				queue.add(List.of(Job.of("a", new byte[0]).withGroup("blue"),
						Job.of("b", new byte[0]).withGroup("blue")));
				await().until(() -> gauge(context, "redis.queue.waiting") == 1);
				assertThat(gauge(context, "redis.queue.dead.letters")).isEqualTo(1);
				assertThat(gauge(context, "redis.queue.ready")).isEqualTo(4);
				assertThat(gauge(context, "redis.queue.leases")).isEqualTo(1);
				assertThat(gauge(context, "redis.queue.delayed")).isEqualTo(1);
				await().until(() -> gauge(context, "redis.queue.oldest.age") > 0.05);
				assertThat(gauge(context, "redis.queue.oldest.age")).isLessThan(60);
			});
		}

		@Test
		void showWhatKeepsJobsFromBeingLeased() {
			runner()
				.withPropertyValues("redis-queue.queues.jobs.rate-limit=1/h", "redis-queue.queues.jobs.max-leased=1")
				.run((context) -> {
					WorkerQueue queue = queue(context);
					queue.add(Job.of("first", new byte[0]));
					queue.add(Job.of("second", new byte[0]));
					awaitObstacles(context);
					List<Lease> leases = queue.lease(2).leases();
					awaitObstacles(context, "max_leased", "rate_limit");
					queue.complete(leases);
					awaitObstacles(context, "rate_limit");
					queue.pause();
					awaitObstacles(context, "paused", "rate_limit");
					queue.cancel(List.of("second"));
					awaitObstacles(context);
				});
		}

		@Test
		void showNoAgeWhereThereIsNothingAndAnUnknownOneAsNotANumber() {
			runner().run((context) -> {
				queue(context);
				await().until(() -> gauge(context, "redis.queue.oldest.age") == 0);
				queue(context).add(Job.of("no-time-in-this-id", new byte[0]));
				await().until(() -> gauge(context, "redis.queue.ready") == 1);
				assertThat(gauge(context, "redis.queue.oldest.age")).isNaN();
			});
		}

		@Test
		void haveTheirFirstValueBeforeAnybodyReadsThem() {
			runner().run((context) -> {
				queue(context);
				await().until(() -> !Double.isNaN(gauge(context, "redis.queue.counts.age")));
				assertThat(gauge(context, "redis.queue.ready")).isZero();
			});
		}

		@Test
		@OnlyInAllTests
		void showWhatIsKnownWhileRedisHangsAndHowOldThatIs() {
			try (PrivateRedis server = PrivateRedis.start()) {
				runner()
					.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + server.port(),
							"spring.data.redis.timeout=100ms", "redis-queue.cleaner.enabled=false")
					.run((context) -> {
						Job job = Job.of(new byte[0]);
						await().ignoreExceptions()
							.until(() -> queue(context).add(job) || !queue(context).find(job.id()).isEmpty());
						await().until(() -> gauge(context, "redis.queue.ready") == 1);
						server.freeze();
						await().until(() -> {
							assertThat(gauge(context, "redis.queue.ready")).isOne();
							return gauge(context, "redis.queue.counts.age") > 1.5;
						});
						server.restart();
						await().until(() -> gauge(context, "redis.queue.ready") == 0);
						assertThat(gauge(context, "redis.queue.counts.age")).isLessThan(60);
					});
			}
		}

		@Test
		void showHowManyHandlersAreActive() {
			runner().withBean(Working.class).run((context) -> {
				assertThat(active(context)).isZero();
				Working working = context.getBean(Working.class);
				working.blocked.acquireUninterruptibly();
				QueueOperations queues = context.getBean(QueueOperations.class);
				queues.sendAll("jobs", List.of("a", "b"));
				await().until(() -> active(context) == 2);
				working.blocked.release();
				await().until(() -> active(context) == 0);
			});
		}

		private static double active(AssertableApplicationContext context) {
			return context.getBean(MeterRegistry.class)
				.get("redis.queue.handlers.active")
				.tags("queue", "jobs", "listener", "working")
				.gauge()
				.value();
		}

		@Test
		void mayBeSwitchedOffForAQueue() {
			runner()
				.withPropertyValues("redis-queue.queues.quiet.metrics.enabled=false",
						"redis-queue.queues.loud.lease-time=1s")
				.run((context) -> {
					MeterRegistry meters = context.getBean(MeterRegistry.class);
					assertThat(meters.find("redis.queue.ready").tag("queue", "quiet").gauge()).isNull();
					assertThat(meters.find("redis.queue.retries").tag("queue", "quiet").counter()).isNull();
					assertThat(meters.find("redis.queue.ready").tag("queue", "loud").gauge()).isNotNull();
					assertThat(meters.find("redis.queue.retries").tag("queue", "loud").counter()).isNotNull();
				});
		}

	}

	@Nested
	class Counters {

		@Test
		void areThereFromTheBeginningAndCountWhatTheyAreToldOf() {
			runner().withPropertyValues("redis-queue.queues.jobs.lease-time=1s").run((context) -> {
				assertThat(List.of("redis.queue.retries", "redis.queue.reclaims", "redis.queue.leases.lost",
						"redis.queue.buried"))
					.allSatisfy((name) -> assertThat(counter(context, name)).isZero());
				QueueEvents events = context.getBean(QueueEvents.class);
				events.happened(QueueEvents.Kind.RETRIED, "jobs", 1);
				events.happened(QueueEvents.Kind.RECLAIMED, "jobs", 2);
				events.happened(QueueEvents.Kind.LOST, "jobs", 3);
				events.happened(QueueEvents.Kind.BURIED, "jobs", 4);
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
				.withBean(Working.class)
				.run((context) -> {
					Working working = context.getBean(Working.class);
					working.failing = true;
					queue(context).add(Job.of(new byte[0]));
					await().until(() -> counter(context, "redis.queue.buried") == 1);
					assertThat(counter(context, "redis.queue.retries")).isEqualTo(2);
					assertThat(working.calls).hasValue(3);
				});
		}

	}

	@Nested
	class Timers {

		@Test
		void tellHowLongSendingAndHandlingTake() {
			runner().withBean(Working.class).run((context) -> {
				context.getBean(QueueOperations.class).send("jobs", "text");
				MeterRegistry meters = context.getBean(MeterRegistry.class);
				await().until(() -> meters.find("redis.queue.listener").timer() != null);
				assertThat(tags(meters.get("redis.queue.listener").timer())).containsExactlyInAnyOrderEntriesOf(
						Map.of("queue", "jobs", "listener", "working", "outcome", "complete", "error", "none",
								"messaging.system", "redis_queue", "messaging.destination.name", "jobs",
								"messaging.operation.name", "handle", "messaging.operation.type", "process"));
				assertThat(tags(meters.get("redis.queue.send").timer()))
					.containsExactlyInAnyOrderEntriesOf(Map.of("queue", "jobs", "error", "none", "messaging.system",
							"redis_queue", "messaging.destination.name", "jobs", "messaging.operation.name", "send",
							"messaging.operation.type", "send"));
			});
		}

		@Test
		void tellHowLongAJobWaitedForItsFirstHandling() {
			runner()
				.withPropertyValues("redis-queue.retry.delay=1ms", "redis-queue.retry.jitter=0",
						"redis-queue.retry.max-retries=1")
				.withBean(Working.class)
				.run((context) -> {
					QueueOperations queues = context.getBean(QueueOperations.class);
					Working working = context.getBean(Working.class);
					working.failing = true;
					queues.send("jobs", "text");
					await().until(() -> working.calls.get() == 2);
					assertThat(waits(context).count()).isEqualTo(1);
					working.failing = false;
					working.postponing = true;
					queues.send("jobs", "text");
					await().until(() -> working.calls.get() == 5);
					assertThat(waits(context).count()).isEqualTo(2);
					assertThat(waits(context).max(TimeUnit.SECONDS)).isPositive();
				});
		}

		@Test
		void countTheWaitOfADelayedJobFromItsReadyTime() {
			runner().withBean(Working.class).run((context) -> {
				QueueOperations queues = context.getBean(QueueOperations.class);
				context.getBean(QueueListenerRegistry.class).stop();
				Instant yesterday = Instant.now().minus(Duration.ofDays(1));
				String sentYesterday = Long.toString(yesterday.toEpochMilli());
				queues.send("jobs",
						SendRequest.of("text")
							.withId("1")
							.withHeader(Job.ENQUEUED, sentYesterday)
							.withDelay(Duration.ofMillis(1)));
				context.getBean(QueueListenerRegistry.class).start();
				await().until(() -> waits(context).count() == 1);
				assertThat(waits(context).max(TimeUnit.HOURS)).isLessThan(1);
				queues.send("jobs", SendRequest.of("text").withId("2").withHeader(Job.ENQUEUED, sentYesterday));
				await().until(() -> waits(context).count() == 2);
				assertThat(waits(context).max(TimeUnit.HOURS)).isGreaterThan(23);
			});
		}

		@Test
		void recordNoWaitThatIsNotKnown() {
			runner().withBean(Working.class).run((context) -> {
				queue(context).add(Job.of("no-time-in-this-id", new byte[] { 'x' }));
				await().until(() -> context.getBean(Working.class).calls.get() == 1);
				assertThat(waits(context).count()).isZero();
			});
		}

		private static Timer waits(AssertableApplicationContext context) {
			return context.getBean(MeterRegistry.class)
				.get("redis.queue.wait")
				.tags("queue", "jobs", "listener", "working")
				.timer();
		}

		private static Map<String, String> tags(Timer timer) {
			return timer.getId().getTags().stream().collect(Collectors.toMap(Tag::getKey, Tag::getValue));
		}

	}

	@Nested
	class OfQueuesThatAreForgotten {

		@Test
		void areRemovedAndComeBackWithTheQueue() {
			runner().withBean(Working.class).run((context) -> {
				WorkQueues queues = context.getBean(WorkQueues.class);
				MeterRegistry meters = context.getBean(MeterRegistry.class);
				QueueOperations operations = context.getBean(QueueOperations.class);
				operations.send("jobs", "text");
				await().until(() -> meters.find("redis.queue.listener").timer() != null);
				context.getBean(QueueListenerRegistry.class).remove("working").join();
				WorkQueue before = queues.get("jobs");
				queues.forget("jobs");
				assertThat(queues.all()).isEmpty();
				assertThat(meters.getMeters()).noneMatch((meter) -> "jobs".equals(meter.getId().getTag("queue")));
				operations.send("jobs", "text");
				assertThat(queues.get("jobs")).isNotSameAs(before);
				await().until(() -> gauge(context, "redis.queue.ready") == 1);
			});
		}

		@Test
		void stayWhileTheQueueHasAListener() {
			runner().withBean(Working.class).run((context) -> {
				WorkQueues queues = context.getBean(WorkQueues.class);
				assertThatIllegalStateException().isThrownBy(() -> queues.forget("jobs"))
					.withMessageContaining("'jobs'")
					.withMessageContaining("[working]");
				assertThat(queues.all()).hasSize(1);
				queues.forget("unknown");
			});
		}

	}

	private ApplicationContextRunner runner() {
		return QueueContexts.metered(QueueContexts.with(this.redis));
	}

	private static WorkerQueue queue(AssertableApplicationContext context) {
		return context.getBean(WorkQueues.class).forWorker("jobs");
	}

	static double gauge(AssertableApplicationContext context, String name) {
		return context.getBean(MeterRegistry.class).get(name).tag("queue", "jobs").gauge().value();
	}

	static void awaitObstacles(AssertableApplicationContext context, String... reasons) {
		await().untilAsserted(() -> assertThat(context.getBean(MeterRegistry.class)
			.get("redis.queue.obstacle")
			.tag("queue", "jobs")
			.gauges()
			.stream()
			.filter((gauge) -> gauge.value() == 1)
			.map((gauge) -> gauge.getId().getTag("reason"))).containsExactlyInAnyOrder(reasons));
	}

	private static double counter(AssertableApplicationContext context, String name) {
		return context.getBean(MeterRegistry.class).get(name).tag("queue", "jobs").counter().count();
	}

	static class Working {

		private final AtomicInteger calls = new AtomicInteger();

		private final Semaphore blocked = new Semaphore(1);

		private volatile boolean failing;

		private volatile boolean postponing;

		@QueueListener(queue = "jobs", id = "working")
		void handle(String text) {
			this.calls.incrementAndGet();
			this.blocked.acquireUninterruptibly();
			this.blocked.release();
			if (this.postponing && this.calls.get() < 5) {
				throw new PostponeException(Duration.ZERO);
			}
			if (this.failing) {
				throw new IllegalStateException("on purpose");
			}
		}

	}

}
