package io.github.redisqueue.endpoint;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import io.github.redisqueue.Job;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.redisqueue.admin.Burial.bury;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the endpoint shows of queues and their jobs, and to whom.
 */
@RedisTest
class QueuesEndpointTest extends EndpointTests {

	QueuesEndpointTest(TestRedis redis) {
		super(redis);
	}

	@Test
	void showsAllQueuesWithTheirCountsAndObstacles() {
		run(runner().withPropertyValues("redis-queue.queues.mails.type=stream", "redis-queue.queues.mails.shards=2"),
				(http, queue) -> {
					bury(queue, "a");
					queue.add(List.of(added("b"), added("c"), Job.of("d", new byte[0]).withDelay(Duration.ofHours(1))));
					queue.lease(1);
					queue.pause();
					var all = http.get("");
					assertThatJson(all, "$.queues[*].name").asArray().containsExactly("mails", "orders");
					assertThatJson(all, "$.queues[*].type").asArray().containsExactly("stream", "lease");
					assertThatJson(all, "$.queues[*].shards").asArray().containsExactly(2, 1);
					assertThatJson(all, "$.queues[*].paused").asArray().containsExactly(false, true);
					assertThatJson(all, "$.queues[0].obstacles").asArray().isEmpty();
					assertThatJson(all, "$.queues[1].obstacles").asArray().containsExactly("PAUSED");
					assertThatJson(all, "$.queues[1].counts").asMap()
						.containsEntry("ready", 1)
						.containsEntry("delayed", 1)
						.containsEntry("waiting", 0)
						.containsEntry("leased", 1)
						.containsEntry("dead", 1)
						.hasEntrySatisfying("oldestAgeMs",
								(age) -> assertThat(((Number) age).longValue()).isNotNegative());
				});
	}

	@Test
	void showsAQueueWhoseCallFailsWithItsErrorAndTheOthersGoOn() {
		run(runner().withPropertyValues("redis-queue.queues.broken.type=lease"), (http, queue) -> {
			this.redis.commands().set(this.redis.keyPrefix() + "{broken}:queue", "not a list");
			var all = http.get("");
			assertThatJson(all, "$.queues[0].error").asString().contains("WRONGTYPE");
			assertThatJson(all, "$.queues[0]").asMap().doesNotContainKeys("counts", "paused");
			assertThatJson(all, "$.queues[1].name").isEqualTo("orders");
			assertThatJson(all, "$.queues[1].counts.ready").isEqualTo(0);
			var one = http.get("/broken");
			assertThatJson(one, "$.error").asString().contains("WRONGTYPE");
			assertThatJson(one, "$.listeners").asArray().isEmpty();
			this.redis.commands().del(this.redis.keyPrefix() + "{broken}:queue");
		});
	}

	@Test
	void showsTheLimitsOfAQueueAsTheyAreConfigured() {
		run(runner().withPropertyValues("redis-queue.queues.orders.rate-limit=100/s",
				"redis-queue.queues.orders.max-leased=20", "redis-queue.queues.orders.groups.enabled=true",
				"redis-queue.queues.orders.groups.max-concurrent=2", "redis-queue.queues.orders.groups.rate=5/m",
				"redis-queue.queues.free.type=lease"), (http, queue) -> {
					var limits = http.get("/orders");
					assertThatJson(limits, "$.limits.rate").isEqualTo("100/s");
					assertThatJson(limits, "$.limits.maxLeased").isEqualTo(20);
					assertThatJson(limits, "$.limits.groups.maxConcurrent").isEqualTo(2);
					assertThatJson(limits, "$.limits.groups.rate").isEqualTo("5/m");
					assertThatJson(http.get("/free"), "$.limits").asMap().isEmpty();
				});
	}

	@Test
	void showsTheSchedulesOfAQueue() {
		run((http, queue) -> {
			queue.schedules().put(Schedule.cron("report", "0 0 6 * * *").build());
			queue.schedules().put(Schedule.every("tick", Duration.ofMinutes(15)).build());
			queue.schedules().pause("tick");
			queue.schedules().plan();
			var one = http.get("/orders");
			assertThatJson(one, "$.schedules[*].id").asArray().containsExactly("report", "tick");
			assertThatJson(one, "$.schedules[0].cron").isEqualTo("0 0 6 * * *");
			assertThatJson(one, "$.schedules[0].zone").asString().isIn("UTC", "Z");
			assertThatJson(one, "$.schedules[0].next").asString()
				.satisfies((next) -> assertThat(Instant.parse(next)).isAfter(Instant.now()));
			assertThatJson(one, "$.schedules[0].lateMs").isEqualTo(0);
			assertThatJson(one, "$.schedules[0].paused").isEqualTo(false);
			assertThatJson(one, "$.schedules[1].everyMs").isEqualTo(900_000);
			assertThatJson(one, "$.schedules[1].paused").isEqualTo(true);
			assertThatJson(one, "$.schedules[1].declared").isEqualTo(false);
		});
	}

	@Test
	void showsWhatTheListenersOfThisInstanceDo() {
		runner().withBean(Shipping.class).run((context) -> {
			Http http = new Http(context);
			Shipping shipping = context.getBean(Shipping.class);
			var queue = context.getBean(WorkQueues.class).get("orders");
			assertThatJson(http.get("/orders"), "$.listeners[0]").asMap()
				.containsEntry("id", "shipping")
				.containsEntry("running", true)
				.containsEntry("paused", false)
				.containsEntry("concurrency", 3)
				.containsEntry("handling", 0)
				.doesNotContainKeys("lastHandled", "lastFailure", "cannotLease", "getsNoThread");
			queue.add(Job.of("a", "\"a\"".getBytes()));
			await().untilAsserted(() -> assertThatJson(http.get("/orders"), "$.listeners[0].handling").isEqualTo(1));
			shipping.go.countDown();
			await().untilAsserted(() -> assertThatJson(http.get("/orders"), "$.listeners[0].handling").isEqualTo(0));
			var after = http.get("/orders");
			assertThatJson(after, "$.listeners[0].lastFailure.job").isEqualTo("a");
			assertThatJson(after, "$.listeners[0].lastFailure.exception").asString()
				.isEqualTo("java.lang.IllegalStateException: No stock");
			assertThatJson(after, "$.listeners[0].lastHandled").asString()
				.satisfies((last) -> assertThat(Instant.parse(last)).isBeforeOrEqualTo(Instant.now()));
			var listener = context.getBean(QueueListenerRegistry.class).get("shipping");
			listener.pause();
			assertThatJson(http.get("/orders"), "$.listeners[0].paused").isEqualTo(true);
			listener.stop();
			assertThatJson(http.get("/orders"), "$.listeners[0].running").isEqualTo(false);
		});
	}

	@Test
	void showsTheInstancesThatAreAliveAndForgetsThoseThatStop() {
		runner().run((observer) -> {
			Http http = new Http(observer);
			assertThatJson(http.get(""), "$.instances").asArray().isEmpty();
			runner().withBean(Shipping.class)
				.withPropertyValues("redis-queue.worker-id=one", "redis-queue.queues.mails.type=lease")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					await().untilAsserted(() -> assertThatJson(http.get(""), "$.instances[0]").asMap()
						.containsEntry("id", "one")
						.containsEntry("alive", true)
						.containsEntry("queues", List.of("orders"))
						.containsKeys("since", "seen"));
					assertThatJson(http.get("/orders"), "$.instances[*].id").asArray().containsExactly("one");
					assertThatJson(new Http(context).get("/mails"), "$.instances").asArray().isEmpty();
				});
			assertThatJson(http.get(""), "$.instances").asArray().isEmpty();
		});
	}

	@Test
	void tellsThatTheInstancesCannotBeRead() {
		String key = this.redis.keyPrefix() + "{bell}:instances";
		this.redis.commands().set(key, "nothing sorted");
		runner().withBean(Shipping.class).run((context) -> {
			Http http = new Http(context);
			assertThatJson(http.get(""), "$.instancesError").asString().contains("WRONGTYPE");
			assertThatJson(http.get("/orders"), "$.instancesError").asString().contains("WRONGTYPE");
			assertThatJson(http.get("/orders"), "$.listeners[0].running").isEqualTo(true);
		});
		this.redis.commands().del(key);
	}

	@Test
	void refusesToWriteIfOnlyReadingIsAllowed() {
		run(runner().withPropertyValues("management.endpoint.queues.access=READ_ONLY"), (http, queue) -> {
			bury(queue, "a");
			for (String path : List.of("/orders/pause", "/orders/redrive", "/orders/dead-letters?id=a",
					"/orders/jobs?id=a")) {
				assertThat(http.post(path)).hasStatus4xxClientError();
				assertThat(http.delete(path)).hasStatus4xxClientError();
			}
			assertThatJson(http.get("/orders"), "$.counts.dead").isEqualTo(1);
			assertThatJson(http.get("/orders/dead-letters?id=a"), "$.id").isEqualTo("a");
			assertThat(queue.counts().paused()).isFalse();
			assertThat(http.events()).isEmpty();
		});
	}

	/** As a sender adds it. */
	private static Job added(String id) {
		return Job.of(id, new byte[0]).withHeader(Job.ENQUEUED, String.valueOf(System.currentTimeMillis()));
	}

	static class Shipping {

		private final CountDownLatch go = new CountDownLatch(1);

		@QueueListener(queue = "orders", id = "shipping", concurrency = "3", maxRetries = "0")
		void ship(String text) throws InterruptedException {
			this.go.await();
			throw new IllegalStateException("No stock");
		}

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

}
