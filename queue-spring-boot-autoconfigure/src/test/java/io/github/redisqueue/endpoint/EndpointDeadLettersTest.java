package io.github.redisqueue.endpoint;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.github.redisqueue.admin.Burial.bury;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the endpoint shows of dead letters, and to whom, and how it puts them back.
 */
@RedisTest
class EndpointDeadLettersTest extends EndpointTests {

	EndpointDeadLettersTest(TestRedis redis) {
		super(redis);
	}

	@Test
	void showsPagesOfDeadLettersTheNewestFirst() {
		run((http, queue) -> {
			bury(queue, "a", "b", "c");
			var first = http.get("/orders/dead-letters?count=2");
			assertThatJson(first, "$.total").isEqualTo(3);
			assertThatJson(first, "$.deadLetters[*].id").asArray().containsExactly("c", "b");
			assertThatJson(first, "$.nextOffset").isEqualTo(2);
			var last = http.get("/orders/dead-letters?count=2&offset=2");
			assertThatJson(last, "$.deadLetters[*].id").asArray().containsExactly("a");
			assertThatJson(last, "$").asMap().doesNotContainKey("nextOffset");
			assertThatJson(http.get("/orders/dead-letters?offset=3"), "$.deadLetters").asArray().isEmpty();
			assertThatJson(http.get("/orders/dead-letters?offset=" + Long.MAX_VALUE), "$.deadLetters").asArray()
				.isEmpty();
			assertThatJson(last, "$.deadLetters[0]").asMap()
				.containsEntry("reason", "FAILURES")
				.containsEntry("exception", "java.lang.IllegalStateException")
				.containsEntry("message", "No stock for a")
				.containsEntry("failures", 1)
				.containsEntry("crashes", 0)
				.containsEntry("bytes", 12)
				.containsKeys("worker", "buriedAt", "firstFailure", "lastFailure")
				.doesNotContainKeys("payload", "headers", "stackTrace");
		});
	}

	@Test
	void filtersDeadLettersByReasonAndByTheTextOfTheirCause() {
		run((http, queue) -> {
			bury(queue, 1100);
			bury(queue, "a", "b");
			var byReason = http.get("/orders/dead-letters?reason=failures");
			assertThatJson(byReason, "$.deadLetters[*].id").asArray().containsExactly("b", "a");
			assertThatJson(byReason, "$").asMap().doesNotContainKey("nextOffset");
			assertThatJson(http.get("/orders/dead-letters?text=STOCK%20for%20a"), "$.deadLetters[*].id").asArray()
				.containsExactly("a");
			assertThatJson(http.get("/orders/dead-letters?text=IllegalState&count=1"), "$.deadLetters[*].id").asArray()
				.containsExactly("b");
			assertThatJson(http.get("/orders/dead-letters?text=nothing"), "$.deadLetters").asArray().isEmpty();
			var behind = http.get("/orders/dead-letters?reason=REQUESTED&count=500");
			assertThatJson(behind, "$.deadLetters.length()").isEqualTo(500);
			assertThatJson(behind, "$.nextOffset").isEqualTo(502);
			var further = http.get("/orders/dead-letters?reason=REQUESTED&count=500&offset=1002");
			assertThatJson(further, "$.deadLetters.length()").isEqualTo(100);
			assertThatJson(further, "$").asMap().doesNotContainKey("nextOffset");
		});
	}

	@Test
	void showsADeadLetterWithItsStackTraceAndHidesItsValues() {
		run((http, queue) -> {
			bury(queue, "a");
			var letter = http.get("/orders/dead-letters?id=a");
			assertThatJson(letter, "$.message").isEqualTo("No stock for a");
			assertThatJson(letter, "$.stackTrace").asString().contains("IllegalStateException", "Burial.bury");
			assertThatJson(letter, "$.payload").isEqualTo("******");
			assertThatJson(letter, "$.headers").asMap().containsEntry("tenant", "******");
			assertThat(letter).body().asString().doesNotContain("payload of a", "acme");
			assertThatJson(http.get("/orders/dead-letters?id=a", "alice", "ADMIN"), "$.payload").isEqualTo("******");
		});
	}

	@Test
	void showsWhatHappenedToTheJobOfADeadLetter() {
		run((http, queue) -> {
			bury(queue, "a");
			var letter = http.get("/orders/dead-letters?id=a");
			assertThatJson(letter, "$.history[*].event").asArray().containsExactly("FAILED", "BURIED");
			assertThatJson(letter, "$.history[0].detail").isEqualTo("java.lang.IllegalStateException: No stock for a");
			assertThatJson(letter, "$.history[1]").asMap()
				.containsEntry("detail", "FAILURES")
				.containsKeys("at", "worker");
			assertThatJson(http.get("/orders/dead-letters"), "$.deadLetters[0]").asMap().doesNotContainKey("history");
		});
	}

	@Test
	void showsThePayloadToEverybodyIfThatIsConfigured() {
		run(runner().withPropertyValues("management.endpoint.queues.show-values=always"), (http, queue) -> {
			bury(queue, "a");
			bury(queue, Job.of("b", new byte[] { -1, 0 }), Cause.of(Cause.Reason.REQUESTED, "not wanted"));
			assertThatJson(http.get("/orders/dead-letters?id=a"), "$.payload").isEqualTo("payload of a");
			assertThatJson(http.get("/orders/dead-letters?id=a"), "$.headers.tenant").isEqualTo("acme");
			assertThatJson(http.get("/orders/dead-letters?id=b"), "$.payloadBase64").isEqualTo("/wA=");
		});
	}

	@ParameterizedTest
	@CsvSource({ "'', true", "'ADMIN,OPS', false" })
	void showsThePayloadToThoseWhoAreAuthorized(String roles, boolean shownToAll) {
		run(runner().withPropertyValues("management.endpoint.queues.show-values=when-authorized",
				"management.endpoint.queues.roles=" + roles), (http, queue) -> {
					bury(queue, "a");
					String path = "/orders/dead-letters?id=a";
					assertThatJson(http.get(path), "$.payload").isEqualTo("******");
					var letter = http.get(path, "alice", "USER");
					assertThatJson(letter, "$.payload").isEqualTo(shownToAll ? "payload of a" : "******");
					assertThatJson(letter, "$.headers.tenant").isEqualTo(shownToAll ? "acme" : "******");
					assertThatJson(http.get(path, "oscar", "OPS"), "$.payload").isEqualTo("payload of a");
				});
	}

	@Test
	void findsIdsWithAnyCharacters() {
		String id = "a/b c?d%e&f=ü+";
		String path = "a%2Fb%20c%3Fd%25e%26f%3D%C3%BC%2B";
		run((http, queue) -> {
			bury(queue, id);
			assertThatJson(http.get("/orders/dead-letters?id=" + path), "$.id").isEqualTo(id);
			assertThatJson(http.get("/orders/dead-letters?id=" + path), "$.stackTrace").asString().isNotEmpty();
			assertThatJson(http.post("/orders/dead-letters?id=" + path), "$.id").isEqualTo(id);
			assertThatJson(http.post("/orders/jobs", "{\"id\":\"" + id + "\",\"delay\":\"1h\"}"), "$.id").isEqualTo(id);
			assertThatJson(http.post("/orders/jobs?id=" + path, "{\"delay\":\"0s\"}"), "$.id").isEqualTo(id);
			queue.lease(1)
				.leases()
				.forEach((lease) -> queue.bury(Map.of(lease, Cause.of(Cause.Reason.REQUESTED, null))));
			assertThatJson(http.post("/orders/dead-letters", "{\"id\":\"" + id + "\"}"), "$.redriven").isEqualTo(1);
			assertThatJson(http.delete("/orders/jobs?id=" + path), "$.cancelled").isEqualTo(1);
			assertThatRefused(http.delete("/orders/jobs?id=" + path), 404, "no ready, delayed, waiting or leased job");
			bury(queue, id);
			assertThatJson(http.delete("/orders/dead-letters?id=" + path), "$.purged").isEqualTo(1);
		});
	}

	@Test
	void putsBackAllDeadLetters() {
		run((http, queue) -> {
			bury(queue, 700);
			queue.add(List.of(Job.of("job-3", new byte[0]).withDelay(Duration.ofHours(1))));
			var response = http.post("/orders/redrive");
			assertThatJson(response, "$.redriven").isEqualTo(699);
			assertThatJson(response, "$.left").isEqualTo(1);
			assertThat(queue.counts().ready()).isEqualTo(699);
			assertThatAudited(http, "QUEUE_DEAD_LETTERS_REDRIVEN", Map.of("redriven", 699L, "left", 1L));
		});
	}

	@Test
	void putsBackThoseWhoseCauseMatches() {
		run((http, queue) -> {
			bury(queue, 1100);
			bury(queue, "a", "b");
			var byText = http.post("/orders/redrive", "{\"text\":\"stock for A\",\"rate\":5}");
			assertThatJson(byText, "$.redriven").isEqualTo(1);
			assertThatJson(byText, "$.left").isEqualTo(0);
			assertThat(queue.lease(10).leases()).extracting(Lease::id).containsExactly("a");
			assertThatAudited(http, "QUEUE_DEAD_LETTERS_REDRIVEN",
					Map.of("rate", 5, "text", "stock for A", "redriven", 1L, "left", 0L));
			var byReason = http.post("/orders/redrive", "{\"reason\":\"requested\"}");
			assertThatJson(byReason, "$.redriven").isEqualTo(1100);
			assertThatJson(byReason, "$").asMap().doesNotContainKey("searched");
			assertThat(queue.lease(1).leases()).extracting(Lease::id).containsExactly("job-0");
			assertThat(queue.deadLetters().ids()).containsExactly("b");
			assertThatJson(http.post("/orders/redrive", "{\"text\":\"nothing\"}"), "$.redriven").isEqualTo(0);
			assertThatRefused(http.post("/orders/redrive", "{\"reason\":\"failed\"}"), 400, "'reason'", "crashes");
		});
	}

	@Test
	void putsBackThoseWithAnExceptionAndNotThoseThatMentionIt() {
		run((http, queue) -> {
			bury(queue, 2);
			bury(queue, "a");
			bury(queue, Job.of("wrapped", new byte[0]), Cause.of(Cause.Reason.FAILURES,
					new RuntimeException(new IllegalStateException("No stock for a")), 4096));
			String exception = "java.lang.IllegalStateException";
			assertThatJson(http.get("/orders/dead-letters?text=" + exception), "$.deadLetters[*].id").asArray()
				.containsExactly("wrapped", "a");
			assertThatJson(http.get("/orders/dead-letters?exception=" + exception), "$.deadLetters[*].id").asArray()
				.containsExactly("a");
			var response = http.post("/orders/redrive", "{\"exception\":\"" + exception + "\"}");
			assertThatJson(response, "$.redriven").isEqualTo(1);
			assertThatAudited(http, "QUEUE_DEAD_LETTERS_REDRIVEN", Map.of("exception", exception, "redriven", 1L));
			assertThatJson(http.post("/orders/redrive", "{\"exception\":\"none\"}"), "$.redriven").isEqualTo(2);
			assertThat(queue.deadLetters().ids()).containsExactly("wrapped");
		});
	}

	@Test
	void putsBackADeadLetterWithAnotherPayload() {
		run((http, queue) -> {
			String path = "/orders/dead-letters";
			bury(queue, "a");
			var response = http.post(path, "{\"id\":\"a\",\"payload\":\"better ü\"}");
			assertThatJson(response, "$.redriven").isEqualTo(1);
			Lease lease = queue.lease(1).leases().get(0);
			assertThat(lease.job().payload()).asString(StandardCharsets.UTF_8).isEqualTo("better ü");
			assertThat(lease.job().headers()).containsEntry("tenant", "acme");
			assertThatAudited(http, "QUEUE_DEAD_LETTERS_REDRIVEN",
					Map.of("id", "a", "payload", "replaced", "redriven", 1));
			queue.bury(Map.of(lease, Cause.of(Cause.Reason.REQUESTED, null)));
			http.post(path, "{\"id\":\"a\",\"payloadBase64\":\"/wA=\"}");
			assertThat(queue.lease(1).leases().get(0).job().payload()).containsExactly(-1, 0);
		});
	}

}
