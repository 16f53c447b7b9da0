package io.github.redisqueue.endpoint;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.redisqueue.Job;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Audits and repairs over HTTP.
 */
@RedisTest
class EndpointAuditTest extends EndpointTests {

	EndpointAuditTest(TestRedis redis) {
		super(redis);
	}

	private String key(String name) {
		return this.redis.keyPrefix() + "{orders}:" + name;
	}

	@Test
	void auditsAQueueAndChangesNothing() {
		run((http, queue) -> {
			queue.add(Job.of("a", new byte[0]));
			this.redis.commands().hset(key("failures"), "gone", "1");
			this.redis.commands().set(key("strange"), "x");
			MvcTestResult response = http.post("/orders/audit");
			assertThatJson(response, "$.queue").isEqualTo("orders");
			assertThatJson(response, "$.looked").asNumber().matches((looked) -> looked.intValue() > 2);
			assertThatJson(response, "$.mended").isEqualTo(0);
			assertThatJson(response, "$.counts").isEqualTo(Map.of("RECORD_WITHOUT_JOB", 1, "UNKNOWN_KEY", 1));
			assertThatJson(response, "$.unchecked").isEqualTo(List.of());
			assertThatJson(response, "$.findings").asArray()
				.containsExactlyInAnyOrder(
						Map.of("rule", "RECORD_WITHOUT_JOB", "id", "gone", "shard", 0, "detail", "in failures",
								"remedy", "REPAIR"),
						Map.of("rule", "UNKNOWN_KEY", "key", key("strange"), "shard", 0, "detail",
								"is no key of a queue of this type", "remedy", "NONE"));
			assertThatAudited(http, "QUEUE_AUDITED",
					Map.of("mended", 0L, "counts", Map.of("RECORD_WITHOUT_JOB", 1L, "UNKNOWN_KEY", 1L)));
			assertThat(http.lastEvent().getData()).doesNotContainKey("findings");
			assertThat(this.redis.commands().exists(key("failures"))).isOne();
		});
	}

	@Test
	void repairsAQueueUnlessItIsADryRun() {
		run((http, queue) -> {
			this.redis.commands().hset(key("failures"), "gone", "1");
			assertThatJson(http.post("/orders/repair", "{\"dryRun\":true}"), "$.mended").isEqualTo(0);
			assertThatAudited(http, "QUEUE_REPAIRED", Map.of("dryRun", true, "mended", 0L));
			assertThat(this.redis.commands().exists(key("failures"))).isOne();
			MvcTestResult response = http.post("/orders/repair");
			assertThatJson(response, "$.findings[0].mended").isEqualTo(true);
			assertThatJson(response, "$.mended").isEqualTo(1);
			assertThatAudited(http, "QUEUE_REPAIRED", Map.of("dryRun", false, "mended", 1L));
			assertThat(this.redis.commands().exists(key("failures"))).isZero();
			assertThatJson(http.post("/orders/audit"), "$.findings").isEqualTo(List.of());
		});
	}

	@Test
	void tellsWhatIsKnownIfAShardFails() {
		try (PrivateRedis server = PrivateRedis.start()) {
			run(runner().withPropertyValues("spring.data.redis.port=" + server.port(),
					"spring.data.redis.host=localhost", "redis-queue.queues.orders.shards=2"), (http, queue) -> {
						queue.add(Job.of("a", new byte[0]));
						allowKeys(server, "*{orders/0}*", "*{bell}*");
						MvcTestResult response = http.post("/orders/audit");
						assertThatJson(response, "$.error").asString()
							.contains("1 of 2 shards have answered", "NOPERM");
						assertThatJson(response, "$.findings").isEqualTo(List.of());
					});
		}
	}

	/** Takes all other keys away from the applications. */
	private static void allowKeys(PrivateRedis server, String... patterns) {
		LettuceConnectionFactory connections = server.connections(Duration.ofSeconds(10));
		try (RedisConnection connection = connections.getConnection()) {
			connection.execute("ACL",
					Stream.concat(Stream.of("SETUSER", "default", "resetkeys"), Stream.of(patterns).map("~"::concat))
						.map(String::getBytes)
						.toArray(byte[][]::new));
		}
		finally {
			connections.destroy();
		}
	}

	@Test
	void tellsWhatIsKnownIfTheTimeIsOver() {
		run((http, queue) -> {
			this.redis.commands().rpush(key("dead"), "gone");
			MvcTestResult audit = http.post("/orders/audit", "{\"limit\":\"0s\"}");
			assertThatJson(audit, "$.error")
				.isEqualTo("The audit of queue 'orders' is not complete: the time limit was reached");
			assertThatJson(audit, "$.findings[0].id").isEqualTo("gone");
			assertThatJson(audit, "$.unchecked").asArray().contains("DEAD_LETTER_WITHOUT_RECORD");
			assertThatJson(http.post("/orders/repair", "{\"limit\":\"0s\"}"), "$.mended").isEqualTo(1);
			assertThatJson(http.post("/orders/audit", "{\"limit\":\"1h\"}"), "$").asMap().doesNotContainKey("error");
		});
	}

}
