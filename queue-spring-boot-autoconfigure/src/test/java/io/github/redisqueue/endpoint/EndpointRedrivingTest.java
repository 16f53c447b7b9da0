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

import static io.github.redisqueue.admin.Burial.bury;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * How the endpoint puts back dead letters.
 */
@RedisTest
class EndpointRedrivingTest extends EndpointTests {

	EndpointRedrivingTest(TestRedis redis) {
		super(redis);
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
