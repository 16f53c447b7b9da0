package io.github.redisqueue.algorithm.lease;

import java.time.Duration;
import java.util.stream.IntStream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What cleaning does with states that a {@code lease} queue gets into when others work on
 * its keys, or when a script is cut off in its middle.
 */
class LeaseCleaningTest extends LeaseQueueTests {

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
