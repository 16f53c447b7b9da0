package io.github.redisqueue.endpoint;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.redisqueue.Job;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.admin.Audit;
import io.github.redisqueue.listener.JobBuriedEvent;
import io.github.redisqueue.test.DocumentedUser;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationListener;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

import static io.github.redisqueue.admin.Burial.bury;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

/**
 * What an operator changes or audits with the endpoint, and how that is recorded.
 */
@RedisTest
@ExtendWith(OutputCaptureExtension.class)
class EndpointWritesTest extends EndpointTests {

	private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(Audit.class);

	EndpointWritesTest(TestRedis redis) {
		super(redis);
	}

	@BeforeEach
	void logWhatHappens() {
		LOGGER.setLevel(Level.INFO);
	}

	@AfterEach
	void logAsBefore() {
		LOGGER.setLevel(null);
	}

	@Test
	void pausesAndResumesAQueue(CapturedOutput output) {
		run((http, queue) -> {
			assertThatJson(http.postAs("alice", "/orders/pause", ""), "$.paused").isEqualTo(true);
			assertThat(queue.counts().paused()).isTrue();
			assertThat(http.lastEvent().getPrincipal()).isEqualTo("alice");
			assertThat(http.lastEvent().getType()).isEqualTo("QUEUE_PAUSED");
			assertThat(http.lastEvent().getData()).containsOnly(entry("queue", "orders"), entry("paused", true));
			assertThat(output.getOut()).contains("'alice' used the endpoint 'queues' to pause queue 'orders'");
			assertThatJson(http.postWithoutBody("/orders/resume"), "$.queue").isEqualTo("orders");
			assertThat(queue.counts().paused()).isFalse();
			assertThatAudited(http, "QUEUE_RESUMED", Map.of("paused", false));
		});
	}

	@Test
	void aNameCannotForgeALineOfTheLog(CapturedOutput output) {
		run((http, queue) -> {
			http.postAs("mallory\nINFO all is well", "/orders/pause", "{}");
			assertThat(output.getOut()).contains("'mallory\\nINFO all is well' used");
		});
	}

	@Test
	void cleansAQueueAndRepliesWithTheReport() {
		run(runner().withPropertyValues("redis-queue.queues.orders.lease-time=10ms",
				"redis-queue.allow-short-leases=true", "redis-queue.retry.max-crashes=1"), (http, queue) -> {
					queue.add(Job.of("a", new byte[0]));
					Map<String, String> depths = Map.of("{}", "light", "{\"depth\":\"light\"}", "light",
							"{\"depth\":\"DEEP\"}", "deep");
					depths.forEach((json, audited) -> {
						queue.lease(1);
						await().untilAsserted(
								() -> assertThatJson(http.post("/orders/clean", json), "$.reclaimed").isEqualTo(1));
						assertThatAudited(http, "QUEUE_CLEANED", Map.of("depth", audited, "reclaimed", 1L));
						assertThat(queue.counts().ready()).isOne();
					});
				});
	}

	@Test
	void putsBackAndPurgesSingleDeadLetters() {
		run((http, queue) -> {
			bury(queue, "a", "b", "c");
			assertThatJson(http.post("/orders/dead-letters?id=b"), "$.redriven").isEqualTo(1);
			assertThatAudited(http, "QUEUE_DEAD_LETTERS_REDRIVEN", Map.of("id", "b", "redriven", 1));
			assertThatJson(http.delete("/orders/dead-letters?id=c"), "$.purged").isEqualTo(1);
			assertThatAudited(http, "QUEUE_DEAD_LETTERS_PURGED", Map.of("id", "c", "purged", 1));
			assertThatJson(http.get("/orders/dead-letters"), "$.deadLetters[*].id").asArray().containsExactly("a");
			assertThat(queue.counts().ready()).isOne();
		});
	}

	@Test
	void purgesAllDeadLetters() {
		run((http, queue) -> {
			bury(queue, "a", "b", "c");
			assertThatJson(http.post("/orders/purge"), "$.purged").isEqualTo(3);
			assertThat(queue.deadLetters().count()).isZero();
			assertThatAudited(http, "QUEUE_DEAD_LETTERS_PURGED", Map.of("purged", 3L));
		});
	}

	@Test
	void cancelsJobs() {
		run((http, queue) -> {
			queue.add(List.of(Job.of("a", new byte[0]), Job.of("b", new byte[0])));
			assertThatJson(http.delete("/orders/jobs?id=a"), "$.cancelled").isEqualTo(1);
			assertThatAudited(http, "QUEUE_JOB_CANCELLED", Map.of("id", "a"));
			assertThatRefused(http.delete("/orders/jobs?id=a"), 404, "no ready, delayed, waiting or leased job 'a'");
			assertThat(queue.counts().ready()).isOne();
			assertThat(http.events()).hasSize(1);
		});
	}

	@Test
	void reschedulesJobs() {
		run((http, queue) -> {
			queue.add(Job.of("a", new byte[0]));
			assertThatJson(http.post("/orders/jobs?id=a", "{\"delay\":\"30s\"}"), "$.delay").isEqualTo("PT30S");
			assertThat(queue.counts().delayed()).isOne();
			assertThatAudited(http, "QUEUE_JOB_RESCHEDULED", Map.of("id", "a", "delay", "PT30S"));
			assertThatJson(http.post("/orders/jobs?id=a&delay=0s"), "$.rescheduled").isEqualTo(1);
			assertThat(queue.counts().ready()).isOne();
			String far = "{\"readyAt\":\"" + Instant.now().plus(Duration.ofDays(1)) + "\"}";
			assertThatJson(http.post("/orders/jobs?id=a", far), "$.readyAt").asString().isNotEmpty();
			assertThat(queue.counts().delayed()).isOne();
			assertThatJson(http.post("/orders/jobs?id=a", "{\"readyAt\":\"2026-01-01T01:00:00+01:00\"}"), "$.readyAt")
				.isEqualTo("2026-01-01T00:00:00Z");
			assertThat(queue.counts().ready()).isOne();
			queue.lease(1);
			assertThatRefused(http.post("/orders/jobs?id=a", "{\"delay\":\"30s\"}"), 404,
					"no ready, delayed or waiting job 'a'");
		});
	}

	@Test
	void tellsThatTheOutcomeIsUnknownIfRedisFails(CapturedOutput output) {
		try (PrivateRedis server = PrivateRedis.start()) {
			run(runner().withPropertyValues("spring.data.redis.port=" + server.port(),
					"spring.data.redis.host=localhost"), (http, queue) -> {
						bury(queue, "a");
						server.kill();
						assertThatRefused(http.post("/orders/pause"), 503, "unknown what was changed", "Redis");
						AuditEvent event = http.lastEvent();
						assertThat(event.getType()).isEqualTo("QUEUE_PAUSED");
						assertThat(event.getData()).containsEntry("outcome", "unknown").containsKey("error");
						assertThat(output.getOut()).contains("to pause queue 'orders', with an unknown outcome");
						assertThatRefused(http.post("/orders/redrive"), 503, "{redriven=0}");
						assertThatRefused(http.get("/orders/dead-letters"), 503, "cannot be read", "Redis");
						assertThatRefused(http.get("/orders/dead-letters?id=a"), 503, "cannot be read");
						assertThatJson(http.get(""), "$.queues[0].error").asString().contains("Redis");
						var one = http.get("/orders");
						assertThatJson(one, "$.error").asString().contains("Redis");
						assertThatJson(one, "$.schedulesError").asString().contains("Redis");
					});
		}
	}

	@Test
	void aListenerOfAuditEventsThatFailsChangesNothing() {
		run(runner().withBean("failing", Failing.class), (http, queue) -> {
			assertThatJson(http.post("/orders/pause"), "$.paused").isEqualTo(true);
			assertThat(queue.counts().paused()).isTrue();
		});
	}

	@Test
	void theApplicationIsToldOfJobsThatACleaningBuries() {
		Queue<JobBuriedEvent> buried = new ConcurrentLinkedQueue<>();
		runner()
			.withPropertyValues("redis-queue.queues.orders.lease-time=1s", "redis-queue.allow-short-leases=true",
					"redis-queue.retry.max-crashes=1")
			.withInitializer((context) -> context.addApplicationListener(ApplicationListener.forPayload(buried::add)))
			.run((context) -> {
				Http http = new Http(context);
				WorkerQueue queue = context.getBean(WorkQueues.class).forWorker("orders");
				queue.add(Job.of("a", new byte[0]));
				queue.lease(1);
				await().untilAsserted(() -> assertThatJson(http.post("/orders/clean"), "$.reclaimed").isEqualTo(1));
				assertThat(queue.start(queue.lease(1).leases(), true)).hasSize(1);
				await().untilAsserted(
						() -> assertThatJson(http.post("/orders/clean"), "$.buriedIds").asArray().containsExactly("a"));
				await().untilAsserted(
						() -> assertThat(buried).extracting((event) -> event.job().id()).containsExactly("a"));
			});
	}

	static final class Failing implements ApplicationListener<AuditApplicationEvent> {

		@Override
		public void onApplicationEvent(AuditApplicationEvent event) {
			throw new IllegalStateException("The disk is full");
		}

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
						new DocumentedUser(List.of("resetkeys", "~*{orders/0}*", "~*{bell}*")).setUp("default",
								server.commands());
						MvcTestResult response = http.post("/orders/audit");
						assertThatJson(response, "$.error").asString()
							.contains("1 of 2 shards have answered", "NOPERM");
						assertThatJson(response, "$.findings").isEqualTo(List.of());
					});
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
