package io.github.redisqueue.autoconfigure.health;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.ScheduleState;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.autoconfigure.QueueHealthContributorAutoConfiguration;
import io.github.redisqueue.background.BroughtForward;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerContainerFactory;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.scheduling.SchedulePlanner;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.OnlyInAllTests;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.github.redisqueue.testing.QueueTester;
import io.github.redisqueue.testing.QueueTesterAutoConfiguration;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributors;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

/**
 * What the health endpoint shows of queues.
 */
@RedisTest
@ExtendWith(OutputCaptureExtension.class)
class QueueHealthTest {

	private final TestRedis redis;

	QueueHealthTest(TestRedis redis) {
		this.redis = redis;
	}

	private ApplicationContextRunner runner() {
		return healthy(QueueContexts.with(this.redis));
	}

	private static ApplicationContextRunner on(PrivateRedis server) {
		return healthy(QueueContexts.withoutRedis()).withPropertyValues("spring.data.redis.port=" + server.port(),
				"redis-queue.cleaner.enabled=false");
	}

	private static ApplicationContextRunner healthy(ApplicationContextRunner runner) {
		return runner
			.withConfiguration(AutoConfigurations.of(QueueHealthContributorAutoConfiguration.class,
					HealthContributorRegistryAutoConfiguration.class))
			.withBean(Shipping.class);
	}

	private static Health health(AssertableApplicationContext context) {
		CompositeHealthContributor queues = (CompositeHealthContributor) context
			.getBean(HealthContributorRegistry.class)
			.getContributor("redisQueue");
		return ((HealthIndicator) queues.getContributor("orders")).health();
	}

	private static Health awaitHealth(AssertableApplicationContext context, Predicate<Health> expected) {
		return await().until(() -> health(context), expected);
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> listener(Health health) {
		return ((Map<String, Map<String, Object>>) health.getDetails().get("listeners")).get("shipping");
	}

	private static void assertThatSomethingIsToldOf(Health health, String trouble, String reason) {
		assertThat(health.getDetails()).containsEntry("queue", "orders");
		assertThat(listener(health).get(trouble))
			.asInstanceOf(InstanceOfAssertFactories.map(String.class, String.class))
			.hasEntrySatisfying("since", (since) -> assertThat(Instant.parse(since)).isBefore(Instant.now()))
			.hasEntrySatisfying("reason", (why) -> assertThat(why).contains(reason));
	}

	@Test
	void isToldOfEachQueueThatTheApplicationListensTo() {
		runner().withBean(Billing.class).run((context) -> {
			context.getBean(QueueOperations.class).send("others", "text");
			CompositeHealthContributor queues = context.getBean(CompositeHealthContributor.class);
			assertThat(queues.stream().map(HealthContributors.Entry::name)).containsExactlyInAnyOrder("orders",
					"invoices");
			assertThat(queues.getContributor("others")).isNull();
		});
	}

	@Test
	void isToldOfTheQueuesThatThereWereWhenItBeganToLook() {
		runner().withBean(Billing.class).run((context) -> {
			QueueListenerRegistry listeners = context.getBean(QueueListenerRegistry.class);
			Stream<HealthContributors.Entry> entries = context.getBean(CompositeHealthContributor.class).stream();
			listeners.remove("shipping").join();
			assertThat(entries.map(HealthContributors.Entry::name)).containsExactlyInAnyOrder("orders", "invoices");
		});
	}

	@Test
	void isDownDuringAnOutageAndUpAfterIt() {
		try (PrivateRedis server = PrivateRedis.start()) {
			on(server).withPropertyValues("redis-queue.health.down-after=200ms").run((context) -> {
				assertThat(health(context).getStatus()).isEqualTo(Status.UP);
				server.kill();
				Health down = awaitHealth(context, (health) -> health.getStatus().equals(Status.DOWN));
				assertThatSomethingIsToldOf(down, "cannotLease", "Redis");
				server.restart();
				awaitHealth(context, (health) -> health.getStatus().equals(Status.UP));
				assertThat(health(context).getDetails()).containsOnly(entry("queue", "orders"),
						entry("listeners", Map.of("shipping", Map.of("state", "running"))));
			});
		}
	}

	@Test
	void isNotDownBeforeAnOutageHasLastedForSomeTime() {
		try (PrivateRedis server = PrivateRedis.start()) {
			on(server).withPropertyValues("redis-queue.queues.orders.health.down-after=1h").run((context) -> {
				server.kill();
				Health health = awaitHealth(context, (present) -> listener(present).containsKey("cannotLease"));
				assertThat(health.getStatus()).isEqualTo(Status.UP);
			});
		}
	}

	@Test
	@OnlyInAllTests
	void isDownWhileAServerThatHangsHasNotAnsweredForSomeTime() {
		try (PrivateRedis server = PrivateRedis.start()) {
			on(server)
				.withPropertyValues("redis-queue.health.down-after=1s", "redis-queue.listener.poll-interval=50ms",
						"spring.data.redis.timeout=10s")
				.run((context) -> {
					server.freeze();
					Health down = awaitHealth(context, (health) -> health.getStatus().equals(Status.DOWN));
					// The call has not failed yet.
					assertThatSomethingIsToldOf(down, "cannotLease", "has not answered a call that leases jobs yet");
					server.restart();
					awaitHealth(context, (health) -> health.getStatus().equals(Status.UP));
				});
		}
	}

	@ParameterizedTest
	@CsvSource({ "50ms, a call that leases", "1h, a call that settles" })
	void isDownIfACallHasBeenUnderWayForLongerThanAnyMay(String pollInterval, String call) {
		Semaphore handled = new Semaphore(0);
		try (PrivateRedis server = PrivateRedis.start()) {
			on(server)
				.withPropertyValues("redis-queue.listener.poll-interval=" + pollInterval,
						"redis-queue.queues.orders.listener.auto-startup=false")
				.run((context) -> {
					QueueListenerRegistry listeners = context.getBean(QueueListenerRegistry.class);
					QueueListenerContainer picking = context.getBean(QueueListenerContainerFactory.class)
						.create("picking", "orders", (lease) -> handled.acquire());
					listeners.add(picking);
					if (call.contains("settles")) {
						context.getBean(QueueOperations.class).send("orders", "text");
						await().until(handled::hasQueuedThreads);
						picking.pause();
						// Replies come in order: now none is missing.
						context.getBean(WorkQueues.class).get("orders").counts();
					}
					server.freeze();
					handled.release();
					assertThat(hangs(picking, Duration.ofMinutes(5)).getStatus()).isEqualTo(Status.UP);
					Health down = await().until(() -> hangs(picking, Duration.ZERO),
							(health) -> health.getStatus().equals(Status.DOWN));
					assertThat(down.getDetails().toString()).contains("hangs", call);
				});
		}
	}

	private static Health hangs(QueueListenerContainer listener, Duration longestCall) {
		return health(List.of(listener), Duration.ofHours(1), List.of(), longestCall);
	}

	private static Health health(List<QueueListenerContainer> listeners, Duration downAfter,
			List<ScheduleState> schedules, Duration longestCall) {
		return new QueueHealthContributor(null, (queue) -> downAfter, new EvictionCheck(null, (task) -> {
		}), (queue) -> schedules, longestCall).health("orders", listeners);
	}

	@Test
	void isDownWhileTheExecutorGivesNoThreadThoughJobsWait() {
		Clogged executor = new Clogged();
		runner().withBean("queueListenerTaskExecutor", AsyncTaskExecutor.class, () -> executor)
			.withPropertyValues("redis-queue.health.down-after=100ms")
			.run((context) -> {
				executor.clogged = true;
				assertThat(health(context).getStatus()).isEqualTo(Status.UP);
				context.getBean(QueueOperations.class).send("orders", "text");
				Health down = awaitHealth(context, (health) -> health.getStatus().equals(Status.DOWN));
				assertThatSomethingIsToldOf(down, "getsNoThread", "its task executor does not start a thread");
				executor.clogged = false;
				executor.waiting.forEach(executor::execute);
				awaitHealth(context, (health) -> health.getStatus().equals(Status.UP));
				await().until(() -> context.getBean(Shipping.class).calls.get() == 1);
			});
	}

	@Test
	void isDownWhileRedisMayDeleteJobs() {
		try (PrivateRedis server = PrivateRedis.start("maxmemory 100mb", "maxmemory-policy allkeys-lru")) {
			on(server).run((context) -> {
				Health down = awaitHealth(context, (health) -> health.getStatus().equals(Status.DOWN));
				assertThat((String) down.getDetails().get("eviction")).contains("maxmemory-policy is 'allkeys-lru'");
				try (RedisConnection connection = context.getBean(RedisConnectionFactory.class).getConnection()) {
					connection.serverCommands().setConfig("maxmemory-policy", "noeviction");
				}
				Health up = awaitHealth(context, (health) -> health.getStatus().equals(Status.UP));
				assertThat(up.getDetails()).doesNotContainKey("eviction");
			});
		}
	}

	@Test
	void isUpWhileTheListenerIsStopped() {
		runner().run((context) -> {
			context.getBean(QueueListenerRegistry.class).get("shipping").stop();
			assertThat(health(context).getStatus()).isEqualTo(Status.UP);
			assertThat(listener(health(context))).containsOnly(entry("state", "stopped"));
		});
	}

	@Test
	void isDownIfAScheduleDoesNotFireThoughItIsDue() {
		assertThat(late(Duration.ofSeconds(59)).getStatus()).isEqualTo(Status.UP);
		assertThat(late(Duration.ofSeconds(59)).getDetails()).doesNotContainKey("lateSchedules");
		Health down = late(Duration.ofSeconds(60));
		assertThat(down.getStatus()).isEqualTo(Status.DOWN);
		assertThat(down.getDetails()).containsEntry("lateSchedules",
				Map.of("report", Map.of("due", "2026-11-23T06:00:00Z", "late", "PT1M")));
	}

	private static Health late(Duration late) {
		ScheduleState state = new ScheduleState(Schedule.cron("report", "@daily").build(), true, false,
				new ScheduleState.Firings(Instant.parse("2026-11-23T06:00:00Z"), null, late, 0, 0));
		return health(List.of(), Duration.ofSeconds(30), List.of(state), Duration.ofSeconds(13));
	}

	@Test
	void isUpIfAScheduleDoesNotFireBecauseTheQueueIsPaused() {
		runner().withConfiguration(AutoConfigurations.of(QueueTesterAutoConfiguration.class))
			.withPropertyValues("redis-queue.schedules.report.queue=orders",
					"redis-queue.schedules.report.cron=@yearly", "redis-queue.listener.poll-interval=50ms")
			.run((context) -> {
				WorkQueue queue = context.getBean(WorkQueues.class).get("orders");
				Instant next = await().until(
						() -> queue.schedules().get("report").map((state) -> state.firings().next()).orElse(null),
						Objects::nonNull);
				queue.pause();
				awaitHealth(context,
						(health) -> listener(health).get("state").equals("running, but the queue is paused"));
				context.getBean(QueueTester.class)
					.advance(Duration.between(Instant.now(), next).plus(Duration.ofMinutes(2)));
				BroughtForward.tasksOf(context, SchedulePlanner.class);
				Health late = awaitHealth(context, (health) -> health.getDetails().containsKey("lateSchedules"));
				assertThat(late.getStatus()).isEqualTo(Status.UP);
				queue.resume();
				BroughtForward.tasksOf(context, SchedulePlanner.class);
				awaitHealth(context, (health) -> !health.getDetails().containsKey("lateSchedules"));
				await().until(() -> context.getBean(Shipping.class).calls.get() == 1);
			});
	}

	static class Shipping {

		private final AtomicInteger calls = new AtomicInteger();

		@QueueListener(queue = "orders", id = "shipping")
		void ship(String text) {
			this.calls.incrementAndGet();
		}

	}

	static class Billing {

		@QueueListener("invoices")
		void bill(String text) {
		}

	}

	/** Keeps tasks waiting. */
	@SuppressWarnings("serial")
	private static final class Clogged extends SimpleAsyncTaskExecutor {

		private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

		private volatile boolean clogged;

		@Override
		public void execute(Runnable task) {
			if (this.clogged) {
				this.waiting.add(task);
			}
			else {
				super.execute(task);
			}
		}

	}

}
