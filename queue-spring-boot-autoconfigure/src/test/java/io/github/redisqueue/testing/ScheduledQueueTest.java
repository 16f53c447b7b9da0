package io.github.redisqueue.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.ScheduleState.Firings;
import io.github.redisqueue.Schedules;
import io.github.redisqueue.annotation.QueueHeaders;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.annotation.QueueSchedule;
import io.github.redisqueue.template.SendRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.messaging.handler.annotation.Header;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of schedules, in queues of all types.
 */
@QueueTest(properties = { "redis-queue.cleaner.enabled=false", "redis-queue.listener.poll-interval=1h" })
@Import(ScheduledQueueTest.Declaring.class)
class ScheduledQueueTest extends WorkshopTests {

	private Schedules schedules(String queue) {
		return this.queues.get(queue).schedules();
	}

	private Firings put(String queue, Schedule.Builder schedule) {
		Schedule built = schedule.payload("handle".getBytes()).build();
		schedules(queue).put(built);
		return firings(queue, built.id());
	}

	private Firings firings(String queue, String id) {
		return schedules(queue).get(id).orElseThrow().firings();
	}

	@ParameterizedTest
	@MethodSource("queues")
	void aScheduleFiresWhenTimePasses(String queue) {
		put(queue, Schedule.every("hourly", Duration.ofHours(1)));
		this.tester.advance(Duration.ofMinutes(50));
		assertThat(firings(queue, "hourly").fired()).isZero();
		for (int i = 1; i <= 3; i++) {
			this.tester.advance(Duration.ofHours(1));
			this.tester.awaitAllHandled(queue);
			assertThat(firings(queue, "hourly").fired()).isEqualTo(i);
			assertThat(this.workshop.handled).hasSize(i);
		}
	}

	@ParameterizedTest
	@MethodSource("queues")
	void anExpressionFiresWhenTimePasses(String queue) {
		put(queue, Schedule.cron("daily", "@daily"));
		this.tester.advance(Duration.ofDays(1));
		this.tester.awaitAllHandled(queue);
		assertThat(this.workshop.handled).hasSize(1).allMatch((id) -> id.startsWith("daily@"));
		this.tester.advance(Duration.ofDays(1));
		this.tester.awaitAllHandled(queue);
		assertThat(this.workshop.handled).hasSize(2);
	}

	@Test
	void whatIsMissedMeanwhileIsCaughtUpWith() {
		put("lease", Schedule.every("last", Duration.ofHours(1)));
		put("list", Schedule.every("all", Duration.ofHours(1)).catchUp(Schedule.CatchUp.ALL));
		put("delayed", Schedule.every("none", Duration.ofHours(1)).catchUp(Schedule.CatchUp.NONE));
		this.tester.advance(Duration.ofMinutes(5 * 60 + 30));
		for (String queue : List.of("lease", "list", "delayed")) {
			this.tester.awaitAllHandled(queue);
		}
		assertThat(firings("lease", "last").fired()).isOne();
		assertThat(firings("list", "all").fired()).isEqualTo(5);
		assertThat(firings("delayed", "none").fired()).isZero();
	}

	@ParameterizedTest
	@MethodSource("queues")
	void drainingLetsNoTimePassForSchedules(String queue) {
		put(queue, Schedule.every("hourly", Duration.ofHours(1)));
		this.tester.send(queue, SendRequest.of("handle").withId("42").withDelay(Duration.ofHours(3)));
		this.tester.drain(queue);
		assertThat(this.workshop.handled).containsExactly("42, attempt 1");
		assertThat(firings(queue, "hourly").fired()).isZero();
	}

	@Test
	void whatTheApplicationDeclaresBeginsAnewAfterAPurge() {
		this.tester.advance(Duration.ofHours(1));
		this.tester.awaitAllHandled("declaring");
		assertThat(firings("declaring", "declared").fired()).isOne();
		put("declaring", Schedule.every("put", Duration.ofHours(1)));
		this.tester.purge("declaring");
		assertThat(firings("declaring", "declared").fired()).isZero();
		assertThat(schedules("declaring").list()).hasSize(1);
	}

	@Test
	void aHandlerIsTestedByATrigger(@Autowired Declaring declaring) {
		String id = schedules("declaring").trigger("declared").orElseThrow();
		this.tester.awaitHandled("declaring", id);
		assertThat(declaring.handled).containsOnlyOnce(id);
	}

	static class Declaring {

		final List<String> handled = new CopyOnWriteArrayList<>();

		@QueueSchedule(id = "declared", queue = "declaring", every = "1h")
		String schedule() {
			return "text";
		}

		@QueueListener("declaring")
		void handle(String text, @Header(QueueHeaders.ID) String id) {
			this.handled.add(id);
		}

	}

	@Configuration
	static class Application {

	}

}
