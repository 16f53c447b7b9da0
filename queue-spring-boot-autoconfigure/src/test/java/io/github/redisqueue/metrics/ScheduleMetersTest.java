package io.github.redisqueue.metrics;

import java.time.Duration;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedules;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.background.BroughtForward;
import io.github.redisqueue.scheduling.SchedulePlanner;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.search.Search;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What meters show of schedules.
 */
@RedisTest
class ScheduleMetersTest {

	private final ApplicationContextRunner runner;

	ScheduleMetersTest(TestRedis redis) {
		this.runner = QueueContexts.metered(QueueContexts.with(redis))
			.withPropertyValues("redis-queue.schedules.often.queue=jobs", "redis-queue.schedules.often.every=1s");
	}

	private static void beginNextRound(BeanFactory beans) {
		BroughtForward.tasksOf(beans, SchedulePlanner.class);
	}

	private static Search find(BeanFactory beans, String name, String schedule) {
		return beans.getBean(MeterRegistry.class).find(name).tag("queue", "jobs").tag("schedule", schedule);
	}

	private static double count(BeanFactory beans, String name, String schedule) {
		FunctionCounter counter = find(beans, name, schedule).functionCounter();
		return (counter != null) ? counter.count() : Double.NaN;
	}

	private static double seconds(BeanFactory beans, String name, String schedule) {
		TimeGauge gauge = find(beans, name, schedule).timeGauge();
		return (gauge != null) ? gauge.value() : Double.NaN;
	}

	@Test
	void theyCountAllFiringsAndTellWhenTheNextOneComes() {
		this.runner.withPropertyValues("redis-queue.schedules.rare.queue=jobs", "redis-queue.schedules.rare.every=1h")
			.run((context) -> {
				await().until(() -> {
					beginNextRound(context);
					return count(context, "redis.queue.schedule.firings", "often") >= 2;
				});
				assertThat(count(context, "redis.queue.schedule.skipped", "often")).isZero();
				assertThat(seconds(context, "redis.queue.schedule.late", "rare")).isZero();
				assertThat(seconds(context, "redis.queue.schedule.next", "rare")).isBetween(3000.0, 3600.0);
				assertThat(count(context, "redis.queue.schedule.firings", "rare")).isZero();
			});
	}

	@Test
	void theyGoWithTheirSchedule() {
		this.runner.run((context) -> {
			Schedules schedules = context.getBean(WorkQueues.class).get("jobs").schedules();
			schedules.put(Schedule.every("other", Duration.ofHours(1)).build());
			SchedulePlanner planner = context.getBean(SchedulePlanner.class);
			planner.planAnew("jobs");
			await().until(() -> find(context, "redis.queue.schedule.next", "other").timeGauge() != null);
			schedules.remove("other");
			beginNextRound(context);
			await().until(() -> find(context, "redis.queue.schedule.next", "other").timeGauge() == null);
			assertThat(find(context, "redis.queue.schedule.firings", "other").meter()).isNull();
			assertThat(find(context, "redis.queue.schedule.firings", "often").meter()).isNotNull();
		});
	}

	@Test
	void thereAreNoneWhereTheMetricsOfTheQueueAreSwitchedOff() {
		this.runner
			.withPropertyValues("redis-queue.queues.jobs.metrics.enabled=false",
					"redis-queue.schedules.seen.queue=others", "redis-queue.schedules.seen.every=1h")
			.run((context) -> {
				await().until(() -> context.getBean(MeterRegistry.class)
					.find("redis.queue.schedule.next")
					.tag("queue", "others")
					.timeGauge() != null);
				context.getBean(SchedulePlanner.class).planAnew("jobs");
				assertThat(find(context, "redis.queue.schedule.next", "often").meter()).isNull();
			});
	}

}
