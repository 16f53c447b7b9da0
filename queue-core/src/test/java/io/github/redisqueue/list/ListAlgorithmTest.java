package io.github.redisqueue.list;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.redis.QueueKeys;
import io.github.redisqueue.redis.Scripts;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.github.redisqueue.type.QueueType;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a {@code list} queue writes into Redis: section 6 of the design.
 */
@RedisTest
class ListAlgorithmTest {

	private static final Duration LONG = Duration.ofSeconds(30);

	private static final Duration SHORT = Duration.ofMillis(50);

	private TestRedis redis;

	private RedisClusterCommands<String, String> commands;

	private QueueKeys keys;

	private WorkQueue queue;

	@BeforeEach
	void createQueue(TestRedis redis) {
		this.redis = redis;
		this.commands = redis.commands();
		this.keys = QueueKeys.of(redis.keyPrefix(), "orders");
		this.queue = worker("one", LONG);
	}

	private WorkQueue worker(String id, Duration leaseTime) {
		return QueueType.LIST.queue(this.keys, QueueSettings.of(id, leaseTime), new Scripts(this.redis.connections()));
	}

	private static Job job(String id) {
		return Job.of(id, new byte[] { 0, -1, 'a', '\r', '\n' });
	}

	private static Failure failure() {
		return new Failure(Duration.ofHours(1), Cause.of(Cause.Reason.FAILURES, "failed"));
	}

	private Lease lease() {
		return this.queue.lease(1).leases().get(0);
	}

	private String key(String name) {
		return this.keys.key(name);
	}

	private static String boot(Lease lease) {
		return lease.receipt().substring(lease.receipt().indexOf(' ') + 1);
	}

	private String privateList(Lease lease) {
		return key("processing:" + boot(lease));
	}

	private List<String> range(String key) {
		return this.commands.lrange(key, 0, -1);
	}

	private long serverMillis() {
		List<String> time = this.commands.time();
		return Long.parseLong(time.get(0)) * 1000 + Long.parseLong(time.get(1)) / 1000;
	}

	/** All keys of the queue are these, besides its bell and the claims to worker ids. */
	private void assertKeys(String... names) {
		assertThat(this.redis.keys()).filteredOn((key) -> !key.equals(this.keys.bell()))
			.filteredOn((key) -> !key.startsWith(key("worker:")))
			.containsExactlyInAnyOrderElementsOf(List.of(names).stream().map(this::key).toList());
	}

	@Test
	void aReadyJobIsAPayloadAndAnIdInTheQueue() {
		this.queue.add(List.of(job("a"), job("b").withHeaders(Map.of("k", "v"))));
		assertKeys("queue", "jobs", "headers");
		assertThat(range(key("queue"))).as("pushed left").containsExactly("b", "a");
		assertThat(this.redis.binaryCommands().hget(key("jobs"), "a")).isEqualTo(job("a").payload());
		assertThat(this.commands.hkeys(key("headers"))).as("only of jobs that have any").containsExactly("b");
	}

	@Test
	void aDelayedJobIsAPayloadAndAScoreInMilliseconds() {
		long before = serverMillis();
		this.queue.add(job("a").withDelay(Duration.ofHours(1)));
		assertKeys("delayed", "jobs");
		assertThat(this.commands.zscore(key("delayed"), "a")).isBetween(before + 3_600_000.0,
				serverMillis() + 3_600_001.0);
	}

	@Test
	void aLeasedJobStandsInThePrivateListOfItsBootWhichIsRegistered() {
		this.queue.add(List.of(job("a"), job("b")));
		long before = serverMillis();
		List<Lease> leases = this.queue.lease(2).leases();
		String boot = boot(leases.get(0));
		assertThat(boot).matches("one#[0-9a-f]{12}");
		assertKeys("processing:" + boot, "workers", "jobs", "tokens", "token");
		assertThat(range(privateList(leases.get(0)))).as("the oldest at the tail").containsExactly("b", "a");
		assertThat(this.commands.hget(key("tokens"), "a")).isEqualTo("1 " + boot);
		assertThat(this.commands.hget(key("tokens"), "b")).isEqualTo("2 " + boot);
		assertThat(this.commands.get(key("token"))).isEqualTo("2");
		assertThat(this.commands.zscore(key("workers"), boot)).as("the end of its leases")
			.isBetween(before + 30_000.0, serverMillis() + 30_000.0);
	}

	@Test
	void theClaimToAWorkerIdNamesTheBootAndExpires() {
		this.queue.lease(1);
		assertThat(this.redis.keys()).containsExactly(key("worker:one"));
		assertThat(this.commands.get(key("worker:one"))).matches("one#[0-9a-f]{12}");
		assertThat(this.commands.pttl(key("worker:one"))).isBetween(1L, 30_000L);
	}

	@Test
	void eachBootHasAPrivateListOfItsOwn() {
		this.queue.add(List.of(job("a"), job("b")));
		Lease lease = lease();
		Lease other = worker("two", LONG).lease(1).leases().get(0);
		assertThat(range(privateList(lease))).containsExactly("a");
		assertThat(range(privateList(other))).containsExactly("b");
		assertThat(this.commands.zcard(key("workers"))).isEqualTo(2);
		assertThat(this.queue.counts().leased()).isEqualTo(2);
	}

	@Test
	void aBootThatHoldsNothingIsNotRegistered() {
		this.queue.add(List.of(job("a"), job("b")));
		List<Lease> leases = this.queue.lease(2).leases();
		this.queue.complete(leases.get(1));
		assertThat(range(privateList(leases.get(0)))).containsExactly("a");
		this.queue.complete(leases.get(0));
		assertKeys("token");
	}

	@Test
	void extendingPutsOffTheEndForAllThatABootHolds() {
		this.queue.add(List.of(job("a"), job("b")));
		WorkQueue brief = worker("brief", Duration.ofSeconds(5));
		List<Lease> leases = brief.lease(2).leases();
		double end = this.commands.zscore(key("workers"), boot(leases.get(0)));
		this.queue.extend(leases.subList(0, 1));
		assertThat(this.commands.zscore(key("workers"), boot(leases.get(0)))).isGreaterThan(end + 20_000);
		assertThat(this.commands.zcard(key("workers"))).isOne();
	}

	@Test
	void releasedJobsStandWhereTheyAreTakenNextInTheOrderGiven() {
		this.queue.add(List.of(job("a"), job("b"), job("c")));
		this.queue.release(this.queue.lease(2).leases());
		assertKeys("queue", "jobs", "token");
		assertThat(range(key("queue"))).containsExactly("c", "b", "a");
	}

	@Test
	void aFailedJobIsDelayedAndItsFailuresAreCounted() {
		this.queue.add(job("a"));
		this.queue.retry(Map.of(lease(), failure()));
		assertKeys("delayed", "jobs", "failures", "token");
		assertThat(this.commands.hget(key("failures"), "a")).matches("1:\\d{13}:\\d{13}");
	}

	@Test
	void aBuriedJobIsADeadIdAndItsRecord() {
		this.queue.add(job("a").withHeaders(Map.of("k", "v")));
		this.queue.bury(Map.of(lease(), Cause.of(Cause.Reason.REQUESTED, "given up")));
		assertKeys("dead", "dead:job", "token");
		assertThat(range(key("dead"))).containsExactly("a");
	}

	@Test
	void aReclaimedJobStandsAtTheTailAndItsTokenIsMarked() {
		this.queue.add(List.of(job("a"), job("b")));
		Lease lease = worker("vanished", SHORT).lease(1).leases().get(0);
		await().until(() -> this.queue.clean(CleanDepth.LIGHT).reclaimed() == 1);
		assertKeys("queue", "jobs", "tokens", "token", "crashes");
		assertThat(range(key("queue"))).containsExactly("a", "b");
		assertThat(this.commands.hgetall(key("tokens"))).containsExactly(Map.entry("a", "-" + lease.receipt()));
		assertThat(this.commands.hget(key("crashes"), "a")).isEqualTo("1");
	}

	@Test
	void aReclaimedJobThatItsHolderExtendsIsBackInItsPrivateList() {
		this.queue.add(job("a"));
		Lease lease = worker("vanished", SHORT).lease(1).leases().get(0);
		await().until(() -> this.queue.clean(CleanDepth.LIGHT).reclaimed() == 1);
		assertThat(this.queue.extend(List.of(lease))).hasSize(1);
		assertKeys("processing:" + boot(lease), "workers", "jobs", "tokens", "token", "crashes");
		assertThat(this.commands.hget(key("tokens"), "a")).isEqualTo(lease.receipt());
	}

	@Test
	void leasingDropsWhatIsNoJob() {
		this.queue.add(job("a"));
		this.commands.rpush(key("queue"), "ghost");
		assertThat(this.queue.lease(10).leases()).extracting(Lease::id).containsExactly("a");
		assertThat(this.commands.exists(key("queue"))).isZero();
	}

	@Test
	void leasingDropsACopyOfWhatIsLeased() {
		this.queue.add(job("a"));
		Lease lease = lease();
		this.commands.rpush(key("queue"), "a");
		assertThat(worker("two", LONG).lease(10).leases()).isEmpty();
		assertThat(this.commands.exists(key("queue"))).isZero();
		assertThat(this.queue.complete(lease)).isTrue();
	}

	@Test
	void aCopyInThePrivateListOfAnotherWorkerIsDroppedWithThatList() {
		this.queue.add(List.of(job("a"), job("b")));
		Lease vanished = worker("vanished", SHORT).lease(1).leases().get(0);
		Lease lease = lease();
		this.commands.lpush(privateList(vanished), "b");
		await().until(() -> this.queue.clean(CleanDepth.LIGHT).dropped() == 1);
		assertThat(range(key("queue"))).containsExactly("a");
		assertThat(this.queue.complete(lease)).isTrue();
	}

	@Test
	void aPrivateListThatNobodyKnowsOfIsFoundByADeepClean() {
		WorkQueue cleaner = worker("cleaner", SHORT);
		this.queue.add(job("a"));
		Lease lease = lease();
		this.commands.del(key("workers"));
		assertThat(cleaner.clean(CleanDepth.LIGHT).reclaimed()).isZero();
		cleaner.clean(CleanDepth.DEEP);
		assertThat(this.commands.zrange(key("workers"), 0, -1)).containsExactly(boot(lease));
		await().until(() -> cleaner.clean(CleanDepth.LIGHT).reclaimed() == 1);
		assertKeys("queue", "jobs", "tokens", "token", "crashes");
	}

	@Test
	void aDeepCleanTakesAPrefixLiterallyThatLooksLikeAPattern() {
		this.keys = this.keys.withPrefix(this.redis.keyPrefix() + "a[b]*?\\c");
		this.queue = worker("one", LONG);
		this.queue.add(job("a"));
		Lease lease = lease();
		this.commands.del(key("workers"));
		this.commands.lpush(this.redis.keyPrefix() + "ab-any-c:processing:other#1", "b");
		this.queue.clean(CleanDepth.DEEP);
		assertThat(this.commands.zrange(key("workers"), 0, -1)).containsExactly(boot(lease));
	}

}
