package io.github.redisqueue.json;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.JobEvent;
import io.github.redisqueue.Lease;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.ScheduleState;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.JobBuriedEvent;
import io.github.redisqueue.template.SendResult;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.test.context.FilteredClassLoader;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a controller answers that returns objects of this library.
 */
class QueueJsonTest {

	private static final Job JOB = Job.of("42", "{\"number\":\"A-1\"}".getBytes(StandardCharsets.UTF_8))
		.withHeaders(Map.of("tenant", "blue"));

	private static final String JOB_JSON = """
			{"id":"42","payload":"{\\"number\\":\\"A-1\\"}","headers":{"tenant":"blue"}}""";

	private static final Cause CAUSE = new Cause(Cause.Reason.FAILURES, "java.io.IOException", "no carrier", "at ...");

	private static final String CAUSE_JSON = """
			{"reason":"FAILURES","exception":"java.io.IOException","message":"no carrier","stackTrace":"at ..."}""";

	private static void assertJson(Object value, String json) {
		QueueContexts.withoutRedis().run((context) -> {
			JsonMapper mapper = context.getBean(JsonMapper.class);
			assertThat(mapper.readTree(mapper.writeValueAsString(value))).isEqualTo(mapper.readTree(json));
		});
	}

	@Test
	void aDeadLetterShowsItsJobAndTheCause() {
		Instant buried = Instant.parse("2026-11-22T10:15:30Z");
		DeadLetter letter = new DeadLetter(JOB, CAUSE, buried, "worker-1",
				new DeadLetter.History(4, 1, buried.minusSeconds(9), buried,
						List.of(new JobEvent(buried, JobEvent.Kind.BURIED, "worker-1", "FAILURES"))));
		assertJson(List.of(letter), """
				[{"job":%s,"cause":%s,"buriedAt":"2026-11-22T10:15:30Z","worker":"worker-1",
				"history":{"failures":4,"crashes":1,"firstFailure":"2026-11-22T10:15:21Z",
				"lastFailure":"2026-11-22T10:15:30Z",
				"events":[{"at":"2026-11-22T10:15:30Z","kind":"BURIED","worker":"worker-1","detail":"FAILURES"}]}}]"""
			.formatted(JOB_JSON, CAUSE_JSON));
	}

	@Test
	void aPayloadThatIsNoTextIsWrittenAsBase64() {
		assertJson(Job.of("42", new byte[] { (byte) 0xff, 0, 1 }), """
				{"id":"42","payloadBase64":"/wAB","headers":{}}""");
	}

	@Test
	void anEmptyPayloadIsAnEmptyText() {
		assertJson(Job.of("42", new byte[0]), """
				{"id":"42","payload":"","headers":{}}""");
	}

	@Test
	void aJobShowsWhenItIsToBeReady() {
		assertJson(Job.of("42", new byte[0]).withDelay(Duration.ofMinutes(5)), """
				{"id":"42","payload":"","headers":{},"delay":"PT5M"}""");
		assertJson(Job.of("42", new byte[0]).withReadyAt(Instant.parse("2026-11-22T10:15:30Z")), """
				{"id":"42","payload":"","headers":{},"readyAt":"2026-11-22T10:15:30Z"}""");
	}

	@Test
	void aJobShowsItsGroup() {
		assertJson(Job.of("42", new byte[0]).withGroup("customer-42"), """
				{"id":"42","payload":"","group":"customer-42","headers":{}}""");
	}

	@Test
	void aScheduleShowsWhenItFires() {
		Schedule cron = Schedule.cron("daily", "0 0 6 * * *").zone(ZoneId.of("Europe/Berlin")).build();
		Instant next = Instant.parse("2026-11-23T05:00:00Z");
		assertJson(new ScheduleState(cron, true, false, new ScheduleState.Firings(next, null, Duration.ZERO, 7, 1)), """
				{"schedule":{"id":"daily","cron":"0 0 6 * * *","zone":"Europe/Berlin","payload":"","headers":{},
				"overlap":"ALLOW","catchUp":"LAST","grace":"PT1M"},"declared":true,"paused":false,
				"firings":{"next":"2026-11-23T05:00:00Z","last":null,"late":"PT0S","fired":7,"skipped":1}}""");
		assertJson(Schedule.every("often", Duration.ofMinutes(15)).payload(new byte[] { (byte) 0xff, 0, 1 }).build(),
				"""
						{"id":"often","every":"PT15M","payloadBase64":"/wAB","headers":{},"overlap":"ALLOW","catchUp":"LAST",
						"grace":"PT1M"}""");
	}

	@Test
	void aLeaseShowsItsJobAndNothingOfItsReceipt() {
		QueueContexts.withoutRedis().run((context) -> {
			JsonMapper mapper = context.getBean(JsonMapper.class);
			JsonNode json = mapper.readTree(
					mapper.writeValueAsString(Lease.builder("orders", JOB).failures(2).crashes(1).token(7).build()));
			assertThat(json.propertyNames()).containsExactly("queue", "job", "attempt", "failures", "crashes", "token",
					"remaining", "lost");
			assertThat(json.get("job")).isEqualTo(mapper.readTree(JOB_JSON));
			assertThat(json.get("attempt").asInt()).isEqualTo(4);
			assertThat(json.get("token").asInt()).isEqualTo(7);
			assertThat(Duration.parse(json.get("remaining").asString())).isPositive();
		});
	}

	@Test
	void countsShowAllNumbers() {
		assertJson(
				QueueCounts.builder()
					.ready(1)
					.delayed(2)
					.waiting(6)
					.leased(3)
					.dead(4)
					.oldestAge(Duration.ofSeconds(5))
					.build(),
				"""
						{"ready":1,"delayed":2,"waiting":6,"leased":3,"dead":4,"oldestAge":"PT5S","paused":false,"obstacles":[]}""");
	}

	@Test
	void countsShowWhatKeepsJobsFromBeingLeased() {
		assertJson(
				QueueCounts.builder()
					.ready(1)
					.paused(true)
					.obstacles(Set.of(Obstacle.RATE_LIMIT, Obstacle.PAUSED))
					.build(),
				"""
						{"ready":1,"delayed":0,"waiting":0,"leased":0,"dead":0,"oldestAge":null,"paused":true,"obstacles":["PAUSED","RATE_LIMIT"]}""");
	}

	@Test
	void theResultOfASendShowsWhatHasBecomeOfIt() {
		assertJson(new SendResult("42", SendResult.Status.ADDED), """
				{"id":"42","status":"ADDED","new":true,"pending":false}""");
	}

	@Test
	void theEventOfABurialShowsTheJobAndTheCause() {
		assertJson(new JobBuriedEvent("orders", "shipping", JOB, CAUSE), """
				{"queue":"orders","listener":"shipping","job":%s,"cause":%s}""".formatted(JOB_JSON, CAUSE_JSON));
	}

	@Test
	void withoutJacksonThereIsNoModule() {
		QueueContexts.withoutRedis()
			.withClassLoader(new FilteredClassLoader("tools.jackson"))
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean("io.github.redisqueue.internal.jacksonModule"));
		QueueContexts.withoutRedis().run((context) -> assertThat(context).hasSingleBean(QueueModule.class));
	}

}
