package io.github.redisqueue.algorithm.lease;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.stream.IntStream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.connection.RedisConnection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What leasing, settling and cleaning do with states that a {@code lease} queue gets into
 * when others work on its keys, or when a script is cut off in its middle.
 */
class LeaseEdgeCasesTest extends LeaseQueueTests {

	@Test
	void moreGhostsThanOneLookDropsDoNotHideAJob() {
		String[] ghosts = IntStream.range(0, 5000).mapToObj((i) -> "ghost-" + i).toArray(String[]::new);
		this.commands.lpush(key("queue"), ghosts);
		add("a");
		LeaseResult result = this.queue.lease(1);
		assertThat(queued()).as("one look drops some of them").hasSizeGreaterThan(3000);
		while (result.leases().isEmpty() && Duration.ZERO.equals(result.nextDue())) {
			result = this.queue.lease(1);
		}
		assertThat(ids(result)).containsExactly("a");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void anIdThatAForeignClientCompletedBeginsItsNewLifeWithFreshCounts(boolean withHeaders) {
		add("a");
		this.queue.retry(Map.of(lease(), failure(Duration.ZERO)));
		this.queue.release(List.of(lease()));
		// The upstream sequences for leasing and completing.
		this.commands.rpoplpush(key("queue"), key("processing"));
		this.commands.setex(key("lease:a"), 30, "foreign");
		this.commands.del(key("item:a"));
		this.commands.lrem(key("processing"), 0, "a");
		this.commands.del(key("lease:a"));
		this.queue.add(withHeaders ? job("a").withHeaders(Map.of("k", "v")) : job("a"));
		assertThat(lease().failures()).isZero();
	}

	@Test
	void anIdThatStandsTwiceInTheQueueIsHandedOutOnceInOneCall() {
		this.commands.lpush(key("queue"), "a");
		add("a", "b");
		assertThat(ids(this.queue.lease(10))).containsExactly("a", "b");
	}

	@Test
	void whatAForeignClientLeftOfAJobThatItCompletedDoesNotCountForItsNextLife() {
		this.queue.add(Job.of("a", new byte[0]).withHeaders(Map.of("k", "v")));
		worker("vanished", LONG).lease(1);
		this.commands.del(key("lease:a"));
		this.queue.clean(CleanDepth.LIGHT);
		Failure failure = new Failure(Duration.ZERO, Cause.of(Cause.Reason.FAILURES, "failed"));
		this.queue.retry(Map.of(lease(), failure));
		Lease old = lease();
		assertThat(old.attempt()).isEqualTo(3);
		this.commands.del(key("item:a"));
		this.commands.lrem(key("processing"), 0, "a");
		this.commands.del(key("lease:a"));
		add("a");
		assertThat(complete(this.queue, old)).isFalse();
		Lease anew = lease();
		assertThat(anew.attempt()).isOne();
		assertThat(anew.job().headers()).isEmpty();
		assertThat(complete(this.queue, old)).isFalse();
		assertThat(complete(this.queue, anew)).isTrue();
	}

	@Test
	void aForeignIdThatIsNotUtf8IsHandledLikeAnyOther() {
		byte[] id = { 'a', (byte) 0xFF, (byte) 0xC3 };
		try (RedisConnection raw = this.redis.connections().getConnection()) {
			raw.stringCommands().set(concat(key("item:"), id), "x".getBytes(StandardCharsets.UTF_8));
			raw.listCommands().lPush(key("queue").getBytes(StandardCharsets.UTF_8), id);
		}
		Lease first = lease();
		assertThat(this.queue.extend(List.of(first))).hasSize(1);
		assertThat(this.queue.retry(Map.of(first, failure(Duration.ZERO))).retried()).hasSize(1);
		Lease second = lease();
		assertThat(second.id()).isEqualTo(first.id());
		assertThat(second.failures()).isOne();
		assertThat(this.queue.bury(Map.of(second, CAUSE))).hasSize(1);
		assertThat(this.queue.deadLetters().redriveAll()).isOne();
		assertThat(complete(this.queue, lease())).isTrue();
		assertKeys("token");
	}

	private static byte[] concat(String begin, byte[] end) {
		byte[] bytes = Arrays.copyOf(begin.getBytes(StandardCharsets.UTF_8), begin.length() + end.length);
		System.arraycopy(end, 0, bytes, begin.length(), end.length);
		return bytes;
	}

	@Test
	void theKeyOfAQueueIsItsNameInBracesBehindTheKeyPrefix() {
		this.queue.add(job("a"));
		assertThat(this.redis.keys()).containsExactlyInAnyOrder(this.redis.keyPrefix() + "{orders}:queue",
				this.redis.keyPrefix() + "{orders}:item:a", this.redis.keyPrefix() + "{bell}:tokens:orders");
	}

	@Test
	void leaseTimesBelowASecondAreKeptToTheMillisecond() {
		WorkerQueue quick = worker("two", Duration.ofMillis(900));
		// Again, should this machine be too slow to see the key before it expires.
		await().until(() -> {
			this.queue.add(job("a"));
			Lease lease = quick.lease(1).leases().get(0);
			long left = this.commands.pttl(key("lease:a"));
			assertThat(left).isLessThanOrEqualTo(900);
			complete(quick, lease);
			return left > 0;
		});
		this.queue.add(job("b"));
		worker("two", Duration.ofMillis(10)).lease(1);
		await().until(() -> this.commands.exists(key("lease:b")) == 0);
	}

	@Test
	void theAgeOfTheOldestJobMayBeToldByItsHeader() {
		long hourAgo = (Long.parseLong(this.commands.time().get(0)) - 3600) * 1000;
		this.queue.add(job("a").withHeaders(Map.of("enqueued", Long.toString(hourAgo))));
		assertThat(this.queue.counts().oldestAge()).isBetween(Duration.ofMinutes(60), Duration.ofMinutes(61));
		complete(this.queue, lease());
		this.queue.add(job("c").withHeaders(Map.of("enqueued", Long.toString(hourAgo + 7_200_000))));
		assertThat(this.queue.counts().oldestAge()).as("by a clock ahead").isEqualTo(Duration.ZERO);
		complete(this.queue, lease());
		for (Entry<Long, Integer> age : Map.of(1_800_000L, 30, 7_200_000L, 60).entrySet()) {
			String readyAt = Long.toString(hourAgo + age.getKey());
			this.queue.add(job("d").withHeaders(Map.of("enqueued", Long.toString(hourAgo), "ready-at", readyAt)));
			assertThat(this.queue.counts().oldestAge()).as("once delayed until %s", readyAt)
				.isBetween(Duration.ofMinutes(age.getValue()), Duration.ofMinutes(age.getValue() + 1));
			complete(this.queue, lease());
		}
		this.queue.add(job("b").withHeaders(Map.of("enqueued", "yesterday")));
		assertThat(this.queue.counts().oldestAge()).isNull();
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
		WorkerQueue cleaner = worker("cleaner", Duration.ofMillis(200));
		assertThat(cleaner.clean(CleanDepth.LIGHT).reclaimed()).isZero();
		await().until(() -> cleaner.clean(CleanDepth.LIGHT).reclaimed() == 1);
		assertThat(queued()).containsExactly("a");
		assertThat(processing()).isEmpty();
		assertThat(this.commands.exists(key("suspects"))).isZero();
		assertThat(lease().crashes()).isOne();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void theEndOfAJobLeavesWhatOthersHold(boolean besideOurs) {
		add("a", "b");
		Lease lease = this.queue.lease(1).leases().get(0);
		worker("two").lease(1);
		if (!besideOurs) {
			this.commands.lrem(key("processing"), 1, "a");
		}
		assertThat(this.queue.complete(List.of(lease))).hasSize(1);
		assertThat(processing()).containsExactly("b");
		assertThat(this.commands.hexists(key("tokens"), "b")).isTrue();
	}

	@Test
	void aMarkThatIsLeftOfACopyGoesAlsoIfNobodyHoldsAJob() {
		this.commands.zadd(key("suspects"), -1, "settled");
		assertThat(this.queue.lease(1).leases()).isEmpty();
		this.queue.clean(CleanDepth.LIGHT);
		assertThat(this.commands.exists(key("suspects"))).isZero();
		assertThat(this.queue.counts().leased()).isZero();
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
		assertThat(this.queue.clean(CleanDepth.LIGHT)).isEqualTo(CleanReport.of(0, 1));
		assertThat(this.redis.keys()).isEmpty();
	}

	@Test
	void aJobThatStandsInNoListIsHealedByADeepCleanOnly() {
		this.commands.set(key("item:a"), "payload");
		this.queue.clean(CleanDepth.LIGHT);
		assertThat(ids(this.queue.lease(1))).isEmpty();
		assertThat(wakeUps()).isEmpty();
		assertThat(this.queue.clean(CleanDepth.DEEP).reclaimed()).isOne();
		assertThat(wakeUps()).as("somebody is woken").containsExactly("0");
		assertThat(this.queue.clean(CleanDepth.DEEP)).isEqualTo(CleanReport.NOTHING);
		Lease lease = this.queue.lease(10).leases().get(0);
		assertThat(lease.job()).isEqualTo(Job.of("a", "payload".getBytes()));
		assertThat(lease.attempt()).isOne();
	}

	@Test
	void aLeaseThatWouldNeverEndGetsAnEndByADeepClean() {
		add("a");
		WorkerQueue brief = worker("brief", Duration.ofMillis(100));
		brief.lease(1);
		this.commands.set(key("lease:a"), "what somebody has left here");
		assertThat(brief.clean(CleanDepth.LIGHT)).isEqualTo(CleanReport.NOTHING);
		brief.clean(CleanDepth.DEEP);
		await().until(() -> brief.clean(CleanDepth.LIGHT).reclaimed() == 1);
		assertThat(ids(this.queue.lease(1))).containsExactly("a");
	}

	@Test
	void aDeepCleanHealsManyAmongMany() {
		this.queue.add(IntStream.range(0, 1200).mapToObj((i) -> Job.of("queued-" + i, new byte[0])).toList());
		for (int i = 0; i < 1200; i++) {
			this.commands.set(key("item:stray-" + i), "");
		}
		assertThat(this.queue.clean(CleanDepth.DEEP).reclaimed()).isEqualTo(1200);
		assertThat(queued()).hasSize(2400).doesNotHaveDuplicates();
	}

	@ParameterizedTest
	@ValueSource(strings = { "*", "?", "[a-z]", "a\\", "\\*", "[^a]", "[]", "^x", "x]" })
	void aDeepCleanKeepsToItsOwnPrefixWhateverItIsMadeOf(String odd) {
		this.keys = this.keys.withPrefix(this.redis.keyPrefix() + odd);
		WorkerQueue cleaner = worker("cleaner", LONG);
		this.commands.set(this.redis.keyPrefix() + "x:item:neighbour", "");
		this.commands.set(this.redis.keyPrefix() + "b:item:neighbour", "");
		this.commands.set(key("item:a"), "");
		assertThat(cleaner.clean(CleanDepth.DEEP).reclaimed()).isOne();
		assertThat(queued()).containsExactly("a");
	}

}
