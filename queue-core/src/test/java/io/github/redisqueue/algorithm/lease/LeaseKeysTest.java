package io.github.redisqueue.algorithm.lease;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a {@code lease} queue writes into Redis: section 6 of the design, and what clients
 * of the redis-work-queue protocol rely on.
 */
class LeaseKeysTest extends LeaseQueueTests {

	private static final byte[] BINARY = { 0, -1, 'a', '\r', '\n' };

	private static Job binary(String id) {
		return Job.of(id, BINARY);
	}

	private static Failure failure() {
		return new Failure(Duration.ofHours(1), Cause.of(Cause.Reason.FAILURES, "failed"));
	}

	@Test
	void aReadyJobIsAnItemAndAnIdInTheQueue() {
		this.queue.add(List.of(binary("a"), binary("b")));
		assertKeys("queue", "item:a", "item:b");
		assertThat(this.commands.lrange(key("queue"), 0, -1)).as("pushed left").containsExactly("b", "a");
		assertThat(this.redis.binaryCommands().get(key("item:a"))).isEqualTo(BINARY);
		assertThat(this.commands.pttl(key("item:a"))).isEqualTo(-1);
	}

	@Test
	void theKeyOfAQueueIsItsNameInBracesBehindTheKeyPrefix() {
		this.queue.add(binary("a"));
		assertThat(this.redis.keys()).containsExactlyInAnyOrder(this.redis.keyPrefix() + "{orders}:queue",
				this.redis.keyPrefix() + "{orders}:item:a", this.redis.keyPrefix() + "{bell}:tokens:orders");
	}

	@Test
	void headersAreKeptForJobsThatHaveAnyOnly() {
		this.queue.add(List.of(binary("a").withHeaders(Map.of("k", "v")), binary("b")));
		assertThat(this.commands.hkeys(key("headers"))).containsExactly("a");
	}

	@Test
	void aDelayedJobIsAnItemAndAScoreInMilliseconds() {
		long before = Long.parseLong(this.commands.time().get(0)) * 1000;
		this.queue.add(binary("a").withDelay(Duration.ofHours(1)));
		assertKeys("delayed", "item:a");
		assertThat(this.commands.zscore(key("delayed"), "a")).isBetween(before + 3_600_000.0,
				before + 3_600_000.0 + 60_000);
	}

	@Test
	void aLeasedJobStandsInProcessingWithALeaseThatExpires() {
		this.queue.add(binary("a").withHeaders(Map.of("k", "v")));
		Lease lease = lease();
		assertKeys("processing", "item:a", "lease:a", "tokens", "token", "headers");
		assertThat(this.commands.lrange(key("processing"), 0, -1)).containsExactly("a");
		assertThat(this.commands.get(key("lease:a"))).isEqualTo(lease.token() + ":one");
		assertThat(this.commands.pttl(key("lease:a"))).isBetween(1L, LONG.toMillis());
		assertThat(this.commands.hgetall(key("tokens"))).containsExactly(Map.entry("a", lease.token() + ":one"));
		assertThat(this.commands.get(key("token"))).isEqualTo(Long.toString(lease.token()));
	}

	@Test
	void nothingOfADelayRemainsOnceItsJobIsLeased() {
		this.queue.add(binary("a").withDelay(Duration.ofMillis(1)));
		await().until(() -> this.queue.lease(1).leases().size() == 1);
		assertKeys("processing", "item:a", "lease:a", "tokens", "token");
	}

	@Test
	void leaseTimesBelowASecondAreKeptToTheMillisecond() {
		WorkerQueue quick = worker("two", Duration.ofMillis(900));
		// Again, should this machine be too slow to see the key before it expires.
		await().until(() -> {
			this.queue.add(binary("a"));
			Lease lease = quick.lease(1).leases().get(0);
			long left = this.commands.pttl(key("lease:a"));
			assertThat(left).isLessThanOrEqualTo(900);
			complete(quick, lease);
			return left > 0;
		});
		this.queue.add(binary("b"));
		worker("two", Duration.ofMillis(10)).lease(1);
		await().until(() -> this.commands.exists(key("lease:b")) == 0);
	}

	@Test
	void extendingSetsTheExpiryAnew() {
		this.queue.add(binary("a"));
		Lease lease = worker("one", Duration.ofSeconds(10)).lease(1).leases().get(0);
		this.queue.extend(List.of(lease));
		assertThat(this.commands.pttl(key("lease:a"))).isBetween(10_001L, LONG.toMillis());
		assertThat(this.commands.get(key("lease:a"))).isEqualTo(lease.token() + ":one");
	}

	@Test
	void aCompletedJobLeavesTheTokenCounter() {
		this.queue.add(binary("a").withHeaders(Map.of("k", "v")));
		complete(this.queue, lease());
		assertKeys("token");
	}

	@Test
	void aFailedJobIsDelayedAndItsFailuresAreCounted() {
		this.queue.add(binary("a"));
		this.queue.retry(Map.of(lease(), failure()));
		assertKeys("delayed", "item:a", "failures", "token");
		assertThat(this.commands.hget(key("failures"), "a")).matches("(?s)1:\\d{13}:\\d{13}:.*");
	}

	@Test
	void releasedJobsStandWhereTheyAreTakenNextInTheOrderGivenWithoutTheirTokens() {
		this.queue.add(List.of(binary("a"), binary("b"), binary("c")));
		this.queue.release(this.queue.lease(2).leases());
		assertKeys("queue", "item:a", "item:b", "item:c", "token");
		assertThat(this.commands.lrange(key("queue"), 0, -1)).containsExactly("c", "b", "a");
	}

	@Test
	void aBuriedJobIsADeadIdAndItsRecord() {
		this.queue.add(binary("a").withHeaders(Map.of("k", "v")));
		this.queue.bury(Map.of(lease(), Cause.of(Cause.Reason.REQUESTED, "given up")));
		assertKeys("dead", "dead:job", "token");
		assertThat(this.commands.lrange(key("dead"), 0, -1)).containsExactly("a");
		assertThat(this.commands.hkeys(key("dead:job"))).containsExactly("a");
	}

	@Test
	void aReclaimedJobStandsAtTheTailAndItsTokenIsMarked() {
		this.queue.add(List.of(binary("a"), binary("b")));
		Lease lease = worker("vanished", Duration.ofMillis(50)).lease(1).leases().get(0);
		await().until(() -> this.queue.clean(CleanDepth.LIGHT).reclaimed() == 1);
		assertKeys("queue", "item:a", "item:b", "tokens", "token", "crashes");
		assertThat(this.commands.lrange(key("queue"), 0, -1)).containsExactly("a", "b");
		assertThat(this.commands.hgetall(key("tokens")))
			.containsExactly(Map.entry("a", "-" + lease.token() + ":vanished"));
		assertThat(this.commands.hget(key("crashes"), "a")).isEqualTo("1");
	}

	@Test
	void aReclaimedJobThatIsLeasedAgainHasAnUnmarkedToken() {
		this.queue.add(binary("a"));
		worker("vanished", Duration.ofMillis(50)).lease(1);
		await().until(() -> this.queue.clean(CleanDepth.LIGHT).reclaimed() == 1);
		Lease lease = lease();
		assertThat(this.commands.hget(key("tokens"), "a")).isEqualTo(lease.token() + ":one");
	}

	@Test
	void aReclaimedJobThatItsHolderExtendsHasAnUnmarkedToken() {
		this.queue.add(binary("a"));
		Lease lease = worker("one", Duration.ofMillis(50)).lease(1).leases().get(0);
		await().until(() -> this.queue.clean(CleanDepth.LIGHT).reclaimed() == 1);
		assertThat(this.queue.extend(List.of(lease))).hasSize(1);
		assertThat(this.commands.hget(key("tokens"), "a")).isEqualTo(lease.token() + ":one");
		assertThat(this.commands.get(key("lease:a"))).isEqualTo(lease.token() + ":one");
		assertThat(this.commands.lrange(key("processing"), 0, -1)).containsExactly("a");
		assertThat(this.commands.exists(key("queue"))).isZero();
	}

	@Test
	void aPauseIsAKey() {
		this.queue.pause();
		assertKeys("paused");
		this.queue.resume();
		assertKeys();
	}

	@Test
	void aCompletedIdIsAScoreForAsLongAsItIsRemembered() {
		WorkerQueue remembering = create(QueueSettings.builder("one", LONG).dedupWindow(Duration.ofHours(1)).build());
		this.queue.add(binary("a"));
		complete(remembering, lease());
		assertKeys("token", "completed");
		assertThat(this.commands.zrange(key("completed"), 0, -1)).containsExactly("a");
		assertThat(this.commands.pttl(key("completed"))).isBetween(1L, 3_600_000L);
	}

	@Test
	void theAgeOfTheOldestJobMayBeToldByItsHeader() {
		long hourAgo = (Long.parseLong(this.commands.time().get(0)) - 3600) * 1000;
		this.queue.add(binary("a").withHeaders(Map.of("enqueued", Long.toString(hourAgo))));
		assertThat(this.queue.counts().oldestAge()).isBetween(Duration.ofMinutes(60), Duration.ofMinutes(61));
		complete(this.queue, lease());
		this.queue.add(binary("b").withHeaders(Map.of("enqueued", "yesterday")));
		assertThat(this.queue.counts().oldestAge()).isNull();
	}

}
