package io.github.redisqueue.lease;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.redis.QueueKeys;
import io.github.redisqueue.redis.Scripts;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.github.redisqueue.type.QueueType;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * States that a {@code lease} queue gets into when others work on its keys, or when a
 * script is cut off in its middle. Others are played by raw commands.
 */
@RedisTest
class LeaseEdgeCasesTest {

	private static final Duration LONG = Duration.ofSeconds(30);

	private TestRedis redis;

	private RedisCommands<String, String> commands;

	private QueueKeys keys;

	private WorkQueue queue;

	@BeforeEach
	void createQueue(TestRedis redis) {
		this.redis = redis;
		this.commands = redis.commands();
		this.keys = QueueKeys.of(redis.keyPrefix(), "orders");
		this.queue = worker("one", LONG);
	}

	private WorkQueue worker(String name, Duration leaseTime) {
		return QueueType.LEASE.queue(this.keys, QueueSettings.of(name, leaseTime),
				new Scripts(this.redis.connections()));
	}

	private void add(String... ids) {
		this.queue.add(List.of(ids).stream().map((id) -> Job.of(id, id.getBytes())).toList());
	}

	private String key(String name) {
		return this.keys.key(name);
	}

	private static List<String> ids(LeaseResult result) {
		return result.leases().stream().map(Lease::id).toList();
	}

	private List<String> queued() {
		return this.commands.lrange(key("queue"), 0, -1);
	}

	private List<String> processing() {
		return this.commands.lrange(key("processing"), 0, -1);
	}

	@Test
	void aMoveOfAForeignClientIsNotTakenBackBeforeItCouldSetItsLease() {
		add("a");
		this.commands.rpoplpush(key("queue"), key("processing"));
		assertThat(this.queue.clean(CleanDepth.LIGHT)).isEqualTo(CleanReport.NOTHING);
		assertThat(this.queue.clean(CleanDepth.DEEP)).isEqualTo(CleanReport.NOTHING);
		assertThat(this.commands.zrange(key("suspects"), 0, -1)).containsExactly("a");
		this.commands.setex(key("lease:a"), 30, "foreign");
		assertThat(this.queue.clean(CleanDepth.LIGHT)).isEqualTo(CleanReport.NOTHING);
		assertThat(this.commands.exists(key("suspects"))).isZero();
		assertThat(processing()).containsExactly("a");
	}

	@Test
	void aMoveOfAForeignClientThatDiedIsTakenBackWhenItStoodSoInTwoPasses() {
		add("a");
		this.commands.rpoplpush(key("queue"), key("processing"));
		WorkQueue cleaner = worker("cleaner", Duration.ofMillis(200));
		assertThat(cleaner.clean(CleanDepth.LIGHT).reclaimed()).isZero();
		await().until(() -> cleaner.clean(CleanDepth.LIGHT).reclaimed() == 1);
		assertThat(queued()).containsExactly("a");
		assertThat(processing()).isEmpty();
		assertThat(this.commands.exists(key("suspects"))).isZero();
	}

	@Test
	void aJobOfOursWhoseLeaseIsGoneIsTakenBackAtOnce() {
		add("a");
		this.queue.lease(1);
		this.commands.del(key("lease:a"));
		assertThat(this.queue.clean(CleanDepth.LIGHT).reclaimed()).isOne();
		assertThat(queued()).containsExactly("a");
	}

	@Test
	void aJobThatWasReclaimedAndMovedByAForeignClientIsNotTakenForOurs() {
		add("a");
		this.queue.lease(1);
		this.commands.del(key("lease:a"));
		this.queue.clean(CleanDepth.LIGHT);
		this.commands.rpoplpush(key("queue"), key("processing"));
		assertThat(this.queue.clean(CleanDepth.LIGHT)).isEqualTo(CleanReport.NOTHING);
		assertThat(processing()).containsExactly("a");
	}

	@ParameterizedTest
	@EnumSource(CleanDepth.class)
	void anIdThatStandsTwiceInProcessingComesBackOnce(CleanDepth depth) {
		add("a");
		this.queue.lease(1);
		this.commands.lpush(key("processing"), "a", "a");
		this.commands.del(key("lease:a"));
		this.queue.clean(depth);
		assertThat(queued()).containsExactly("a");
		assertThat(processing()).isEmpty();
	}

	@Test
	void anIdInProcessingWithoutAJobIsDropped() {
		this.commands.lpush(key("processing"), "ghost");
		assertThat(this.queue.clean(CleanDepth.LIGHT)).isEqualTo(new CleanReport(0, 0, 1));
		assertThat(this.redis.keys()).isEmpty();
	}

	@Test
	void ghostsInTheQueueAreDroppedByLeasing() {
		add("a", "b", "c");
		this.commands.del(key("item:a"), key("item:b"));
		assertThat(ids(this.queue.lease(1))).containsExactly("c");
		assertThat(queued()).isEmpty();
	}

	@Test
	void moreGhostsThanOneLookDropsDoNotHideAJob() {
		String[] ghosts = IntStream.range(0, 5000).mapToObj((i) -> "ghost-" + i).toArray(String[]::new);
		this.commands.lpush(key("queue"), ghosts);
		add("a");
		LeaseResult result;
		do {
			result = this.queue.lease(1);
		}
		while (result.leases().isEmpty() && Duration.ZERO.equals(result.nextDue()));
		assertThat(ids(result)).containsExactly("a");
	}

	@Test
	void anIdThatIsAddedAgainWhileItsGhostIsQueuedIsHandedOutOnce() {
		this.commands.lpush(key("queue"), "a");
		add("a");
		assertThat(queued()).containsExactly("a", "a");
		Lease lease = this.queue.lease(1).leases().get(0);
		assertThat(ids(worker("two", LONG).lease(10))).isEmpty();
		assertThat(this.queue.complete(lease)).isTrue();
		assertThat(ids(this.queue.lease(10))).isEmpty();
		this.queue.clean(CleanDepth.LIGHT);
		assertThat(queued()).isEmpty();
		assertThat(processing()).isEmpty();
	}

	@Test
	void anIdThatStandsTwiceInTheQueueIsHandedOutOnceInOneCall() {
		this.commands.lpush(key("queue"), "a");
		add("a", "b");
		assertThat(ids(this.queue.lease(10))).containsExactly("a", "b");
	}

	@Test
	void anIdInQueueAndProcessingAtOnceIsLeftToItsHolder() {
		add("a");
		Lease lease = this.queue.lease(1).leases().get(0);
		this.commands.lpush(key("queue"), "a");
		assertThat(ids(worker("two", LONG).lease(10))).isEmpty();
		assertThat(this.queue.complete(lease)).isTrue();
		assertThat(ids(worker("two", LONG).lease(10))).isEmpty();
	}

	@Test
	void anIdWhoseLeaseLivesButThatStandsInTheQueueAloneIsNotLost() {
		add("a");
		this.queue.lease(1);
		this.commands.lrem(key("processing"), 0, "a");
		this.commands.lpush(key("queue"), "a");
		assertThat(ids(worker("two", LONG).lease(10))).isEmpty();
		this.commands.del(key("lease:a"));
		await().until(() -> {
			this.queue.clean(CleanDepth.LIGHT);
			return ids(worker("two", LONG).lease(10)).equals(List.of("a"));
		});
	}

	@Test
	void aJobThatStandsInNoListIsHealedByADeepCleanOnly() {
		this.commands.set(key("item:a"), "payload");
		this.queue.clean(CleanDepth.LIGHT);
		assertThat(ids(this.queue.lease(1))).isEmpty();
		assertThat(this.queue.clean(CleanDepth.DEEP).reclaimed()).isOne();
		assertThat(this.queue.clean(CleanDepth.DEEP)).isEqualTo(CleanReport.NOTHING);
		Lease lease = this.queue.lease(10).leases().get(0);
		assertThat(lease.job()).isEqualTo(Job.of("a", "payload".getBytes()));
		assertThat(lease.attempt()).isOne();
	}

	@Test
	void aDeepCleanLeavesAloneWhatIsQueuedLeasedOrDelayed() {
		add("leased", "queued");
		this.queue.lease(1);
		this.queue.add(Job.of("delayed", new byte[0]).withDelay(LONG));
		assertThat(this.queue.clean(CleanDepth.DEEP)).isEqualTo(CleanReport.NOTHING);
		assertThat(queued()).containsExactly("queued");
	}

	@Test
	void aDeepCleanHealsManyAmongMany() {
		this.queue.add(IntStream.range(0, 1200).mapToObj((i) -> Job.of("queued-" + i, new byte[0])).toList());
		for (int i = 0; i < 600; i++) {
			this.commands.set(key("item:stray-" + i), "");
		}
		assertThat(this.queue.clean(CleanDepth.DEEP).reclaimed()).isEqualTo(600);
		assertThat(queued()).hasSize(1800);
		assertThat(new HashSet<>(queued())).hasSize(1800);
	}

	@ParameterizedTest
	@ValueSource(strings = { "*", "?", "[a-z]", "a\\", "[^a]" })
	void aDeepCleanKeepsToItsOwnPrefixWhateverItIsMadeOf(String odd) {
		this.keys = this.keys.withPrefix(this.redis.keyPrefix() + odd);
		WorkQueue cleaner = worker("cleaner", LONG);
		this.commands.set(this.redis.keyPrefix() + "x:item:neighbour", "");
		this.commands.set(this.redis.keyPrefix() + "b:item:neighbour", "");
		this.commands.set(key("item:a"), "");
		assertThat(cleaner.clean(CleanDepth.DEEP).reclaimed()).isOne();
		assertThat(queued()).containsExactly("a");
	}

	@Test
	void anIdThatAForeignCleanerQueuedAheadOfItsTimeIsNotHandedOutEarly() {
		this.queue.add(Job.of("a", new byte[0]).withDelay(LONG));
		this.commands.lpush(key("queue"), "a");
		assertThat(ids(this.queue.lease(10))).isEmpty();
		assertThat(this.commands.zscore(key("delayed"), "a")).isNotNull();
		assertThat(this.queue.lease(10).nextDue()).isPositive();
	}

	@Test
	void anIdThatWasDelayedAndCutOffWhileStillInProcessingIsNotLost() {
		this.queue.add(Job.of("a", new byte[0]).withDelay(LONG));
		this.commands.lpush(key("processing"), "a");
		this.queue.clean(CleanDepth.LIGHT);
		assertThat(processing()).isEmpty();
		assertThat(queued()).isEmpty();
		assertThat(this.commands.zscore(key("delayed"), "a")).isNotNull();
	}

	@Test
	void whatIsKeptOfJobsThatAForeignClientCompletedIsDroppedByADeepClean() {
		this.queue.add(Job.of("a", new byte[0]).withHeaders(Map.of("k", "v")));
		worker("vanished", LONG).lease(1);
		this.commands.del(key("lease:a"));
		this.queue.clean(CleanDepth.LIGHT);
		assertThat(this.commands.hexists(key("crashes"), "a")).isTrue();
		// The upstream sequence for completing.
		this.commands.rpoplpush(key("queue"), key("processing"));
		this.commands.setex(key("lease:a"), 30, "foreign");
		this.commands.del(key("item:a"));
		this.commands.lrem(key("processing"), 0, "a");
		this.commands.del(key("lease:a"));
		assertThat(this.queue.clean(CleanDepth.DEEP).dropped()).isPositive();
		assertThat(this.redis.keys()).containsExactlyInAnyOrder(key("token"), this.keys.bell());
	}

	@Test
	void aLateCompletionByUsIsLostOnceAForeignClientHoldsTheJob() {
		add("a");
		Lease late = this.queue.lease(1).leases().get(0);
		this.commands.del(key("lease:a"));
		this.queue.clean(CleanDepth.LIGHT);
		this.commands.rpoplpush(key("queue"), key("processing"));
		this.commands.setex(key("lease:a"), 30, "foreign");
		assertThat(this.queue.complete(late)).isFalse();
		assertThat(this.queue.extend(List.of(late))).isEmpty();
		assertThat(this.commands.get(key("lease:a"))).isEqualTo("foreign");
		assertThat(this.commands.exists(key("item:a"))).isOne();
	}

	@Test
	void aJobOfAForeignClientIsLeasedLikeAnyOther() {
		this.commands.setnx(key("item:a"), "payload");
		this.commands.lpush(key("queue"), "a");
		Lease lease = this.queue.lease(1).leases().get(0);
		assertThat(lease.job()).isEqualTo(Job.of("a", "payload".getBytes()));
		assertThat(lease.attempt()).isOne();
		assertThat(this.queue.complete(lease)).isTrue();
		assertThat(this.redis.keys()).containsExactly(key("token"));
	}

	@Test
	void anIdThatNoQueueOfOursWouldAcceptIsStillLeased() {
		String longId = "x".repeat(2000);
		this.commands.set(key("item:"), "empty id");
		this.commands.set(key("item:" + longId), "long id");
		this.commands.lpush(key("queue"), "", longId);
		LeaseResult result = this.queue.lease(2);
		assertThat(ids(result)).containsExactly("", longId);
		assertThat(this.queue.complete(result.leases())).hasSize(2);
	}

	@Test
	void aSuspectThatIsNoLongerThereIsForgotten() {
		add("a");
		this.commands.rpoplpush(key("queue"), key("processing"));
		WorkQueue cleaner = worker("cleaner", Duration.ofMillis(50));
		cleaner.clean(CleanDepth.LIGHT);
		this.commands.del(key("item:a"));
		this.commands.lrem(key("processing"), 0, "a");
		await().until(() -> {
			cleaner.clean(CleanDepth.LIGHT);
			return this.commands.exists(key("suspects")) == 0;
		});
	}

}
