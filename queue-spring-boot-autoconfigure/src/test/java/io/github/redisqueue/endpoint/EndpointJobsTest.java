package io.github.redisqueue.endpoint;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.redisqueue.Job;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.redisqueue.admin.Burial.bury;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the endpoint shows of jobs, and to whom.
 */
@RedisTest
class EndpointJobsTest extends EndpointTests {

	EndpointJobsTest(TestRedis redis) {
		super(redis);
	}

	private static Job job(String id) {
		return Job.of(id, ("payload of " + id).getBytes()).withHeader("tenant", "acme");
	}

	@ParameterizedTest
	@ValueSource(strings = { "lease", "stream", "list", "delayed" })
	void showsTheJobsInEachState(String type) {
		// The application that others share records the layout of its queue again and
		// again.
		run(runner().withPropertyValues("redis-queue.key-prefix=" + this.redis.keyPrefix() + type + ":",
				"redis-queue.queues.orders.type=" + type, "redis-queue.queues.orders.groups.enabled=true"),
				(http, queue) -> {
					bury(queue, "dead");
					queue.add(job("leased"));
					queue.lease(1);
					queue.add(List.of(job("ready"), job("delayed").withDelay(Duration.ofHours(1)),
							job("open").withGroup("acme"), job("waiting").withGroup("acme")));
					assertThatJson(http.get("/orders/jobs"), "$.state").isEqualTo("ready");
					assertThatJson(http.get("/orders/jobs"), "$.jobs[*].id").asArray().containsExactly("ready", "open");
					for (String state : List.of("leased", "delayed", "waiting", "dead")) {
						var page = http.get("/orders/jobs?state=" + state);
						assertThatJson(page, "$.jobs[*].id").asArray().containsExactly(state);
						assertThatJson(page, "$.jobs[0].state").isEqualTo(state);
						assertThatJson(page, "$").asMap().doesNotContainKey("nextCursor");
						assertThatJson(page, "$.jobs[0]").asMap()
							.containsEntry("payloadBytes", ("payload of " + state).length())
							.doesNotContainKeys("payload", "headers");
						assertThatJson(http.get("/orders/jobs?id=" + state), "$.state").isEqualTo(state);
					}
					assertThatJson(http.get("/orders/jobs?id=delayed"), "$.readyAt").asString()
						.satisfies((at) -> assertThat(Instant.parse(at)).isAfter(Instant.now().plusSeconds(1800)));
					assertThatJson(http.get("/orders/jobs?id=leased"), "$").asMap()
						.containsKeys(type.equals("delayed") ? new String[] { "leaseEnd" }
								: new String[] { "worker", "leaseEnd" });
					assertThatJson(http.get("/orders/jobs?id=dead"), "$.failures").isEqualTo(1);
					assertThatJson(http.get("/orders/jobs?id=waiting"), "$.group").isEqualTo("acme");
					assertThatJson(http.get("/orders/jobs?id=waiting"), "$.blockedBy").isEqualTo("open");
					assertThatJson(http.get("/orders/jobs?id=waiting"), "$.obstacles").asArray()
						.containsExactly("GROUPS");
				});
	}

	@Test
	void tellsWhatHappenedToAJobAlsoOnceItHasEnded() {
		run(runner().withPropertyValues("redis-queue.queues.orders.history.enabled=true"), (http, queue) -> {
			queue.add(job("a"));
			assertThatJson(http.get("/orders/jobs?id=a"), "$.state").isEqualTo("ready");
			assertThatJson(http.get("/orders/jobs?id=a"), "$.history[*].event").asArray().containsExactly("ADDED");
			queue.complete(queue.lease(1).leases());
			assertThatJson(http.get("/orders/jobs?id=a"), "$.state").isEqualTo("ended");
			assertThatJson(http.get("/orders/jobs?id=a"), "$.history[*].event").asArray()
				.containsExactly("ADDED", "LEASED", "COMPLETED");
			assertThatJson(http.get("/orders/jobs?id=a"), "$.history[2]").asMap()
				.containsOnlyKeys("at", "event", "worker");
		});
	}

	@Test
	void tellsOfAJobThatIsGoneThoughNobodyEndedIt() {
		run(runner().withPropertyValues("redis-queue.queues.orders.history.enabled=true"), (http, queue) -> {
			queue.add(job("a"));
			String keys = this.redis.keyPrefix() + "{orders}:";
			assertThat(this.redis.commands().del(keys + "queue", keys + "item:a")).isEqualTo(2);
			assertThatJson(http.get("/orders/jobs?id=a"), "$.state").isEqualTo("gone");
			assertThatJson(http.get("/orders/jobs?id=a"), "$.history[*].event").asArray().containsExactly("ADDED");
		});
	}

	@Test
	void showsPagesOneAfterTheOther() {
		run((http, queue) -> {
			queue.add(List.of(job("a"), job("b"), job("c")));
			var first = http.get("/orders/jobs?state=READY&count=2");
			assertThatJson(first, "$.jobs[*].id").asArray().containsExactly("a", "b");
			String cursor = String.valueOf(assertThat(first).bodyJson().extractingPath("$.nextCursor").actual());
			var second = http.get("/orders/jobs?state=ready&count=2&cursor=" + cursor);
			assertThatJson(second, "$.jobs[*].id").asArray().containsExactly("c");
			assertThatJson(second, "$").asMap().doesNotContainKey("nextCursor");
		});
	}

	@Test
	void hidesThePayloadAndTheHeaders() {
		run((http, queue) -> {
			queue.add(job("a"));
			var job = http.get("/orders/jobs?id=a", "alice", "ADMIN");
			assertThatJson(job, "$.payload").isEqualTo("******");
			assertThatJson(job, "$.headers.tenant").isEqualTo("******");
		});
	}

}
