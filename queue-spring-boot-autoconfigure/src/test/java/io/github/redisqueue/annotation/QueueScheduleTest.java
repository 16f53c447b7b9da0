package io.github.redisqueue.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.Lease;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.ScheduleState;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.TestRedis;
import io.github.redisqueue.type.JobType;
import io.github.redisqueue.type.JobTypes;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.core.annotation.AliasFor;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.scheduling.support.CronExpression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Schedules that methods and properties declare.
 */
class QueueScheduleTest extends QueueListenerTests {

	QueueScheduleTest(TestRedis redis) {
		super(redis);
	}

	private static ScheduleState awaitState(BeanFactory beans, String queue, String id) {
		return await().until(() -> queue(beans, queue).schedules().get(id).orElse(null), (state) -> state != null);
	}

	private static Schedule awaitSchedule(BeanFactory beans, String id) {
		return awaitState(beans, "reports", id).schedule();
	}

	@Test
	void makesJobsOfThePayloadThatItsMethodReturnsOnce() {
		this.runner.withBean(Daily.class).run((context) -> {
			Daily bean = context.getBean(Daily.class);
			await().until(() -> bean.taken.size() >= 2);
			assertThat(bean.made).hasValue(1);
			Taken first = bean.taken.remove();
			Taken second = bean.taken.remove();
			assertThat(second.firing()).isAfter(first.firing());
			assertThat(first).isEqualTo(new Taken(new Report("sales"), "daily", first.firing(),
					first.firing().toString(), "report", "daily@" + first.firing()));
			assertThat(awaitState(context, "reports", "daily").declared()).isTrue();
		});
	}

	@Test
	void takesTheHeadersOfARequest() {
		this.runner.withBean(Requesting.class)
			.withPropertyValues("redis-queue.schedules.tenant.headers.region=north")
			.run((context) -> {
				Schedule schedule = awaitSchedule(context, "tenant");
				assertThat(schedule.payload()).asString().isEqualTo("{\"name\":\"stock\"}");
				assertThat(schedule.headers())
					.isEqualTo(Map.of("tenant", "blue", "region", "north", JobTypes.HEADER, "report"));
			});
	}

	@Test
	void hasAttributesWithPlaceholdersAndExpressions() {
		this.runner.withPropertyValues("report.cron=0 30 6 * * MON-FRI", "report.queue=reports")
			.withBean(All.class)
			.withBean("zones", Zones.class)
			.run((context) -> {
				assertThat(awaitSchedule(context, "workdays")).isEqualTo(Schedule.cron("workdays", "0 30 6 * * MON-FRI")
					.zone(ZoneId.of("Europe/Berlin"))
					.overlap(Schedule.Overlap.SKIP)
					.catchUp(Schedule.CatchUp.ALL)
					.grace(Duration.ofMinutes(5))
					.build());
				assertThat(awaitSchedule(context, "often"))
					.isEqualTo(Schedule.every("often", Duration.ofMinutes(15)).build());
			});
	}

	@Test
	void mayBeMetaAnnotated() {
		this.runner.withBean(Meta.class)
			.run((context) -> assertThat(awaitSchedule(context, "meta").expression())
				.isEqualTo(CronExpression.parse("@daily").toString()));
	}

	@Test
	void isFoundAlsoIfBeansAreCreatedLazily() {
		this.runner.withBean(All.class)
			.withPropertyValues("report.cron=@hourly", "report.queue=reports")
			.withBean("zones", Zones.class)
			.withBean(LazyInitializationBeanFactoryPostProcessor.class)
			.run((context) -> assertThat(awaitSchedule(context, "often")).isNotNull());
	}

	@Test
	void isOverriddenByProperties() {
		this.runner.withBean(All.class)
			.withBean("zones", Zones.class)
			.withPropertyValues("report.cron=@daily", "report.queue=elsewhere",
					"redis-queue.schedules.workdays.queue=reports", "redis-queue.schedules.workdays.cron=@hourly",
					"redis-queue.schedules.workdays.zone=Asia/Tokyo", "redis-queue.schedules.workdays.overlap=allow",
					"redis-queue.schedules.workdays.catch-up=none", "redis-queue.schedules.workdays.grace=0s",
					"redis-queue.schedules.workdays.payload=text", "redis-queue.schedules.often.cron=0 0 0 1 * *")
			.run((context) -> {
				assertThat(awaitSchedule(context, "workdays")).isEqualTo(Schedule.cron("workdays", "@hourly")
					.zone(ZoneId.of("Asia/Tokyo"))
					.catchUp(Schedule.CatchUp.NONE)
					.grace(Duration.ZERO)
					.payload("text".getBytes())
					.build());
				assertThat(awaitSchedule(context, "often")).isEqualTo(Schedule.cron("often", "0 0 0 1 * *").build());
			});
	}

	@Test
	void isNotDeclaredIfAPropertySwitchesItOff() {
		this.runner.withBean(Daily.class)
			.withBean(Requesting.class)
			.withPropertyValues("redis-queue.schedules.daily.enabled=false",
					"redis-queue.schedules.other.enabled=false")
			.run((context) -> {
				awaitSchedule(context, "tenant");
				assertThat(queue(context, "reports").schedules().list()).hasSize(1);
				assertThat(context.getBean(Daily.class).made).hasValue(0);
			});
	}

	@Test
	void mayConsistOfPropertiesOnly() {
		this.runner.withBean(Texts.class)
			.withPropertyValues("redis-queue.schedules.texts.queue=texts", "redis-queue.schedules.texts.every=1s",
					"redis-queue.schedules.texts.payload=hello", "redis-queue.schedules.texts.headers.tenant=blue",
					"redis-queue.schedules[a.b].queue=texts", "redis-queue.schedules[a.b].cron=@yearly")
			.run((context) -> {
				Texts bean = context.getBean(Texts.class);
				await().until(() -> !bean.taken.isEmpty());
				assertThat(bean.taken).startsWith("hello", "blue");
				assertThat(awaitState(context, "texts", "a.b").schedule().payload()).isEmpty();
			});
	}

	@Test
	void ofOtherJobsNothingIsTold() {
		this.runner.withBean(Strangers.class).run((context) -> {
			send(context, "reports",
					SendRequest.of("text")
						.withHeaders(Map.of(Schedule.ID_HEADER, "forged", Schedule.FIRING_HEADER, "soon",
								QueueHeaders.SCHEDULE, "forged", QueueHeaders.FIRING, "soon")));
			context.getBean(Strangers.class).awaitTaken(null, null);
		});
	}

	@JobType("report")
	record Report(String name) {

	}

	record Taken(Report report, String schedule, Instant firing, String header, String type, String id) {

	}

	static class Daily {

		private final AtomicInteger made = new AtomicInteger();

		private final ConcurrentLinkedQueue<Taken> taken = new ConcurrentLinkedQueue<>();

		@QueueSchedule(id = "daily", queue = "reports", every = "1s")
		Report schedule() {
			this.made.incrementAndGet();
			return new Report("sales");
		}

		@QueueListener(queue = "reports", concurrency = "1")
		void handle(Report report, @Header(QueueHeaders.SCHEDULE) String schedule,
				@Header(QueueHeaders.FIRING) Instant firing, @Header(Schedule.FIRING_HEADER) String header,
				@Header(JobTypes.HEADER) String type, Lease lease) {
			this.taken.add(new Taken(report, schedule, firing, header, type, lease.id()));
		}

	}

	static class Requesting {

		@QueueSchedule(id = "tenant", queue = "reports", cron = "@daily")
		SendRequest schedule() {
			return SendRequest.of(new Report("stock")).withHeaders(Map.of("tenant", "blue", "region", "south"));
		}

	}

	static class Zones {

		public String berlin() {
			return "Europe/Berlin";
		}

	}

	static class All {

		@QueueSchedule(id = "workdays", queue = "${report.queue}", cron = "${report.cron}", zone = "#{@zones.berlin()}",
				overlap = "skip", catchUp = "all", grace = "5m")
		@QueueSchedule(id = "often", queue = "reports", every = "15m")
		void schedule() {
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@QueueSchedule(id = "", queue = "reports", cron = "@daily")
	@interface EachDay {

		@AliasFor(annotation = QueueSchedule.class, attribute = "id")
		String value();

	}

	static class Meta {

		@EachDay("meta")
		void schedule() {
		}

	}

	static class Texts extends Taker {

		@QueueListener("texts")
		void handle(String text, @Header("tenant") String tenant) {
			takes(text, tenant);
		}

	}

	static class Strangers extends Taker {

		@QueueListener("reports")
		void handle(String text, @Header(name = QueueHeaders.SCHEDULE, required = false) String schedule,
				@Header(name = QueueHeaders.FIRING, required = false) Instant firing) {
			takes(schedule, firing);
		}

	}

}
