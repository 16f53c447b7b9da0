package io.github.redisqueue.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.JobEvent;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.ScheduleState;
import io.github.redisqueue.algorithm.queue.GivenLeases;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a controller answers that returns objects of this library.
 */
class QueueJsonTest {

	private static final Job JOB = Job.of("42", "text".getBytes(StandardCharsets.UTF_8))
		.withHeaders(Map.of("tenant", "blue"))
		.withGroup("customer-42");

	private static final String JOB_JSON = """
			{"id":"42","payload":"dGV4dA==","headers":{"tenant":"blue"},"delay":null,"readyAt":null,"group":"customer-42"}""";

	private static void assertJson(Object value, String json) {
		QueueContexts.withoutRedis().run((context) -> {
			JsonMapper mapper = context.getBean(JsonMapper.class);
			assertThat(mapper.readTree(mapper.writeValueAsString(value))).isEqualTo(mapper.readTree(json));
		});
	}

	@Test
	void aDeadLetterShowsItsJobAndTheCause() {
		Instant buried = Instant.parse("2026-11-22T10:15:30Z");
		DeadLetter letter = new DeadLetter(JOB,
				new Cause(Cause.Reason.FAILURES, "java.io.IOException", "no carrier", "at ..."), buried, "worker-1",
				new DeadLetter.History(4, 1, buried.minusSeconds(9), buried,
						List.of(new JobEvent(buried, JobEvent.Kind.BURIED, "worker-1", "FAILURES"))));
		assertJson(List.of(letter), """
				[{"job":%s,"cause":{"reason":"FAILURES","exception":"java.io.IOException","message":"no carrier",
				"stackTrace":"at ..."},"buriedAt":"2026-11-22T10:15:30Z","worker":"worker-1",
				"history":{"failures":4,"crashes":1,"firstFailure":"2026-11-22T10:15:21Z",
				"lastFailure":"2026-11-22T10:15:30Z",
				"events":[{"at":"2026-11-22T10:15:30Z","kind":"BURIED","worker":"worker-1","detail":"FAILURES"}]}}]"""
			.formatted(JOB_JSON));
	}

	@Test
	void theStatusOfAJobShowsTheJobAndWhatIsKnownOfIt() {
		assertJson(
				new JobStatus("42", JobState.READY, JOB, 4, "customer-42", 1, 2, null, null, null, null,
						Set.of(Obstacle.RATE_LIMIT, Obstacle.PAUSED)),
				"""
						{"id":"42","state":"READY","job":%s,"payloadSize":4,"group":"customer-42","failures":1,"crashes":2,
						"readyAt":null,"worker":null,"leaseEnd":null,"blockedBy":null,"obstacles":["PAUSED","RATE_LIMIT"]}"""
					.formatted(JOB_JSON));
	}

	@Test
	void countsShowAllNumbersAndWhatKeepsJobsFromBeingLeased() {
		assertJson(new QueueCounts(1, 2, 6, 3, 4, Duration.ofSeconds(5), true, Set.of(Obstacle.PAUSED)),
				"""
						{"ready":1,"delayed":2,"waiting":6,"leased":3,"dead":4,"oldestAge":"PT5S","paused":true,"obstacles":["PAUSED"]}""");
	}

	@Test
	void aScheduleTellsWhenItFiresAndKeepsItsPayload() {
		Schedule schedule = Schedule.every("often", Duration.ofMinutes(15)).payload(new byte[] { 1 }).build();
		Instant next = Instant.parse("2026-11-23T05:00:00Z");
		assertJson(new ScheduleState(schedule, true, false, new ScheduleState.Firings(next, null, Duration.ZERO, 7, 1)),
				"""
						{"schedule":"Schedule[often, every PT15M, overlap ALLOW, catch-up LAST, grace PT1M]","declared":true,"paused":false,
						"firings":{"next":"2026-11-23T05:00:00Z","last":null,"late":"PT0S","fired":7,"skipped":1}}""");
	}

	@Test
	void aLeaseShowsNothingOfItsReceipt() {
		QueueContexts.withoutRedis().run((context) -> {
			String json = context.getBean(JsonMapper.class)
				.writeValueAsString(GivenLeases.forge("orders", JOB, 7, "the-receipt"));
			assertThat(json).contains(JOB.id()).doesNotContain("the-receipt");
		});
	}

}
