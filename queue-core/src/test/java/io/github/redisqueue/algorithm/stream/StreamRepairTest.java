package io.github.redisqueue.algorithm.stream;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.redisqueue.AuditRule;
import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.JobState;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.WorkerQueue;
import io.lettuce.core.Consumer;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.XReadArgs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How a {@code stream} queue recovers: from workers that vanish, from scripts that were
 * cut short, and from others who lay hands on its keys.
 */
class StreamRepairTest extends StreamQueueTests {

	private static final int MIB = 1024 * 1024;

	/** A worker of another program takes what is ready, by the plain command. */
	@SuppressWarnings("unchecked")
	private void readBy(String consumer) {
		this.commands.xreadgroup(Consumer.from(GROUP, consumer), XReadArgs.StreamOffset.lastConsumed(key("stream")));
	}

	@Test
	void leasingTakesAbandonedJobsFirstAndThenReleasedOnes() {
		add("released", "abandoned", "new");
		List<Lease> leases = worker("vanished", LONG).lease(2).leases();
		worker("vanished", LONG).release(leases.subList(0, 1));
		runOut(leases.get(1));
		leases = this.queue.lease(3).leases();
		assertThat(ids(leases)).containsExactly("abandoned", "released", "new");
		assertThat(leases).extracting(Lease::crashes).containsExactly(1, 0, 0);
	}

	/** A retry that is cut short before its last write leaves the record of the entry. */
	@Test
	void deepCleaningLeavesADelayedJobItsHeadersAndItsFailures() {
		this.queue.add(job("a").withHeader("tenant", "blue"));
		Lease lease = leaseOne(this.queue);
		String record = this.commands.hget(key("ids"), "a");
		this.queue.retry(Map.of(lease, failure(Duration.ofMillis(300))));
		this.commands.hset(key("ids"), "a", record);
		this.queue.clean(CleanDepth.DEEP);
		assertThat(this.commands.hget(key("ids"), "a")).isNull();
		await().untilAsserted(() -> assertThat(this.queue.counts().ready()).isOne());
		Lease again = leaseOne(this.queue);
		assertThat(again.job()).isEqualTo(job("a").withHeader("tenant", "blue"));
		assertThat(again.failures()).isOne();
	}

	/**
	 * A retry that is cut short before it removes the entry leaves the job held and
	 * delayed.
	 */
	@Test
	void aJobThatEndsAfterARetryWasCutShortEndsAltogether() {
		this.queue.add(job("a").withHeader("tenant", "blue"));
		Lease lease = leaseOne(this.queue);
		this.commands.zadd(key("delayed"), System.currentTimeMillis() + 300, "a");
		this.commands.hset(key("jobs"), "a", "payload of a");
		this.commands.hset(key("headers"), "a", "6:tenant4:blue");
		assertThat(this.queue.bury(Map.of(lease, CAUSE))).containsExactly(lease);
		assertThat(this.queue.counts().delayed()).isZero();
		assertThat(this.queue.deadLetters().get("a").orElseThrow().job().headers()).containsEntry("tenant", "blue");
		assertThat(this.redis.keys()).doesNotContain(key("delayed"), key("jobs"), key("headers"), key("ids"));
	}

	@Test
	void whatDoesNotFitBesideAbandonedJobsIsNotDelivered() {
		this.queue.add(IntStream.range(0, 3).mapToObj((i) -> Job.of("lost-" + i, new byte[MIB])).toList());
		List<Lease> lost = worker("vanished", LONG).lease(3).leases();
		this.queue.add(List.of(Job.of("large", new byte[3 * MIB]), job("small")));
		lost.forEach(this::runOut);
		assertThat(ids(this.queue.lease(10).leases())).containsExactly("lost-0", "lost-1", "lost-2");
		assertThat(pending()).hasSize(3);
		assertThat(ids(this.queue.lease(10).leases())).containsExactly("large", "small");
	}

	@Test
	void anEntryOfAnotherProgramIsAJobAndThenKnownByItsId() {
		this.commands.xadd(key("stream"), Map.of("id", "a", "data", "payload of a"));
		String nameless = this.commands.xadd(key("stream"), Map.of("data", "x"));
		List<Lease> leases = this.queue.lease(2).leases();
		assertThat(leases).extracting(Lease::job).containsExactly(job("a"), Job.of(nameless, "x".getBytes()));
		assertThat(this.queue.add(job("a"))).isFalse();
		assertThat(this.queue.cancel("a")).isTrue();
		assertThat(this.queue.complete(leases)).containsExactly(leases.get(1));
		assertThat(entries()).isEmpty();
	}

	@Test
	void whatOtherProgramsBothAddedAndTookComesAgain() {
		this.commands.xadd(key("stream"), Map.of("id", "a", "data", "payload of a"));
		this.commands.xgroupCreate(XReadArgs.StreamOffset.from(key("stream"), "0"), GROUP);
		readBy("vanished");
		WorkerQueue brief = worker("brief", Duration.ofMillis(10));
		await().untilAsserted(() -> assertThat(brief.clean(CleanDepth.LIGHT)).isEqualTo(CleanReport.of(1, 0)));
		assertThat(leaseOne(this.queue).job()).isEqualTo(job("a"));
	}

	/**
	 * A promotion, whose jobs were delayed, is repeated; but not if they are cancelled.
	 */
	@Test
	void anEntryThatAPromotionLeftWhenItWasCutShortIsNoJob() {
		this.queue.add(job("a").withDelay(Duration.ofMillis(1)));
		await().untilAsserted(() -> assertThat(this.queue.counts().ready()).isOne());
		leaseOne(this.queue);
		assertThat(entries().get(0).getBody()).containsEntry("needs-record", "1");
		this.commands.xadd(key("stream"), Map.of("id", "b", "data", "payload of b", "needs-record", "1"));
		assertThat(this.queue.browse(JobState.READY, null, 10).jobs()).isEmpty();
		assertThat(this.queue.lease(10).leases()).isEmpty();
		assertThat(entries()).hasSize(1);
	}

	@Test
	void aRepairFindsReadyJobsThatWereDelayedThoughTheirRecordsAreGone() {
		this.queue.add(List.of(job("a").withDelay(Duration.ofMillis(1)), job("b").withDelay(Duration.ofMillis(1))));
		await().untilAsserted(() -> assertThat(this.queue.counts().ready()).isEqualTo(2));
		worker("other", LONG).lease(1);
		this.commands.del(key("ids"));
		assertThat(this.queue.audit().counts()).containsEntry(AuditRule.ENTRY_WITHOUT_RECORD, 2L);
		this.queue.repair(false);
		assertThat(leaseOne(this.queue).job()).isEqualTo(job("b"));
	}

	/** A redrive was cut short: the job is still among the dead letters. */
	@Test
	void aRepairBringsNoJobBackThatIsDead() {
		add("a");
		this.queue.bury(Map.of(leaseOne(this.queue), CAUSE));
		this.commands.xadd(key("stream"), Map.of("id", "a", "data", "payload of a", "needs-record", "1"));
		this.queue.repair(false);
		assertThat(this.queue.lease(10).leases()).isEmpty();
		String stranded = this.commands.xadd(key("stream"), Map.of("id", "a", "data", "payload of a"));
		readBy("other");
		this.commands.xack(key("stream"), GROUP, stranded);
		this.queue.repair(false);
		assertThat(entries()).isEmpty();
	}

	@Test
	void anEntryThatAnAdditionLeftWhenItWasCutShortGivesWayToTheRepeatedAddition() {
		add("a");
		this.commands.hdel(key("ids"), "a");
		add("a");
		List<Lease> leases = this.queue.lease(10).leases();
		assertThat(ids(leases)).containsExactly("a");
		assertThat(pending()).containsExactly("600000:one " + entry("a") + " 1");
		assertThat(entries()).hasSize(1);
	}

	@Test
	void aHolderOfAnEntryWithoutRecordLosesItToARepeatedAddition() {
		add("a");
		Lease lost = leaseOne(this.queue);
		this.commands.hdel(key("ids"), "a");
		add("a");
		assertThat(complete(this.queue, lost)).isFalse();
		assertThat(this.queue.extend(List.of(lost))).isEmpty();
		WorkerQueue two = worker("two", LONG);
		assertThat(complete(two, leaseOne(two))).isTrue();
	}

	@Test
	void anEntryOfAnEarlierLifeIsDroppedByTheCleaner() {
		Lease lost = abandoned("a");
		this.commands.hset(key("ids"), "a", this.commands.xadd(key("stream"), Map.of("id", "a", "data", "new")));
		assertThat(this.queue.clean(CleanDepth.LIGHT)).isEqualTo(CleanReport.of(0, 1));
		assertThat(pending()).isEmpty();
		Lease lease = leaseOne(this.queue);
		assertThat(lease.job().payload()).isEqualTo("new".getBytes());
		assertThat(lease.crashes()).isZero();
		assertThat(complete(worker("vanished", LONG), lost)).isFalse();
	}

	@Test
	void aPlaceThatNoRecordNamesIsDropped() {
		abandoned("a");
		this.commands.xadd(key("stream"), Map.of("id", "a", "place-of", entry("a")));
		add("b");
		this.queue.clean(CleanDepth.LIGHT);
		assertThat(ids(this.queue.lease(10).leases())).containsExactly("b", "a");
		assertThat(entries()).hasSize(2);
		assertThat(pending()).hasSize(2);
	}

	/**
	 * Ghosts are places that no record names. They are looked at one by one, and some at
	 * a time.
	 */
	@ParameterizedTest
	@ValueSource(ints = { 1, 100 })
	void thousandsOfGhostsAreDroppedByBoundedLeasesAndHideNoJob(int max) {
		add("first");
		Lease first = leaseOne(this.queue);
		this.commands.eval(
				"for i = 1, 3000 do redis.call('XADD', KEYS[1], '*', 'id', 'ghost-' .. i, 'place-of', '1-' .. i) end",
				ScriptOutputType.STATUS, new String[] { key("stream") });
		add("a");
		long left = 3000;
		LeaseResult result = this.queue.lease(max);
		while (result.leases().isEmpty()) {
			assertThat(result.nextDue()).as("more may be ready").isZero();
			assertThat(wakeUps()).as("somebody is woken").containsExactly("0");
			long dropped = left - this.commands.xlen(key("stream")) + 2;
			assertThat(dropped).as("of %d ghosts", left).isBetween(1000L, 1200L);
			left -= dropped;
			result = this.queue.lease(max);
		}
		assertThat(left).as("how many the last one dropped").isBetween(1L, 1200L);
		assertThat(ids(result.leases())).containsExactly("a");
		assertThat(entries()).hasSize(2);
		assertThat(pending()).hasSize(2);
		assertThat(this.queue.complete(List.of(first, result.leases().get(0)))).hasSize(2);
	}

	@Test
	void anEntryIsDroppedIfARetryThatWasCutShortMadeItsJobDelayed() {
		add("a", "b");
		worker("vanished", LONG).lease(2).leases().forEach(this::runOut);
		delayByHand("a");
		assertThat(this.queue.clean(CleanDepth.LIGHT)).isEqualTo(CleanReport.of(1, 1));
		delayByHand("b");
		assertThat(this.queue.lease(10).leases()).isEmpty();
		assertThat(entries()).isEmpty();
		assertThat(pending()).isEmpty();
		assertThat(this.commands.zrange(key("delayed"), 0, -1)).containsExactly("a", "b");
		this.commands.zadd(key("delayed"), 0, "a");
		assertThat(leaseOne(this.queue).job()).isEqualTo(job("a"));
	}

	private void delayByHand(String id) {
		this.commands.hset(key("jobs"), id, "payload of " + id);
		this.commands.zadd(key("delayed"), 4e12, id);
	}

	@Test
	void aPlaceIsGivenAnewIfALeaseWasCutShort() {
		abandoned("a");
		this.queue.clean(CleanDepth.LIGHT);
		readBy("10:cut-short");
		this.commands.del(this.keys.bell());
		await().until(() -> this.queue.clean(CleanDepth.LIGHT).dropped() == 1);
		assertThat(wakeUps()).as("somebody is woken").containsExactly("0");
		assertThat(pending()).containsExactly("reclaimed " + entry("a") + " 1");
		Lease lease = leaseOne(this.queue);
		assertThat(lease.job()).isEqualTo(job("a"));
		assertThat(lease.crashes()).isOne();
		assertThat(entries()).hasSize(1);
	}

	@Test
	void aJobWhosePlaceIsGoneIsFoundByADeepClean() {
		add("a", "b");
		worker("vanished", LONG).lease(2).leases().forEach(this::runOut);
		this.queue.clean(CleanDepth.LIGHT);
		String[] places = { place("a"), place("b") };
		this.commands.xdel(key("stream"), places[0]);
		readBy("other");
		this.commands.xack(key("stream"), GROUP, places[1]);
		assertThat(this.queue.clean(CleanDepth.LIGHT)).isEqualTo(CleanReport.NOTHING);
		assertThat(this.queue.clean(CleanDepth.DEEP).reclaimed()).isEqualTo(2);
		assertThat(ids(this.queue.lease(10).leases())).containsExactlyInAnyOrder("a", "b");
		assertThat(entries()).hasSize(2);
	}

	private String place(String id) {
		return this.commands.hget(key("ids"), id).split(" ")[1];
	}

	@Test
	void aDeliveryThatAnotherProgramSettledComesBackByADeepClean() {
		add("a", "b", "c");
		Lease lease = leaseOne(this.queue);
		this.commands.xack(key("stream"), GROUP, entry("a"));
		assertThat(complete(this.queue, lease)).isFalse();
		this.commands.del(this.keys.bell());
		assertThat(this.queue.clean(CleanDepth.DEEP)).isEqualTo(CleanReport.of(1, 0));
		assertThat(wakeUps()).as("somebody is woken").containsExactly("0");
		assertThat(this.queue.clean(CleanDepth.DEEP)).isEqualTo(CleanReport.NOTHING);
		assertThat(ids(this.queue.lease(10).leases())).containsExactly("a", "b", "c");
	}

	@Test
	void leftoversOfJobsThatAreGoneAreSweptByADeepClean() {
		add("ready");
		this.queue.add(job("delayed").withDelay(LONG).withHeaders(Map.of("k", "v")));
		for (String kept : List.of("failures", "crashes", "jobs", "headers")) {
			this.commands.hset(key(kept), "gone", "1");
		}
		this.commands.hset(key("failures"), Map.of("ready", "1:1:1", "delayed", "1:1:1"));
		this.commands.hset(key("ids"), "gone too", "1-1");
		assertThat(this.queue.clean(CleanDepth.LIGHT)).isEqualTo(CleanReport.NOTHING);
		assertThat(this.queue.clean(CleanDepth.DEEP)).isEqualTo(CleanReport.of(0, 5));
		assertThat(this.commands.hkeys(key("failures"))).containsExactlyInAnyOrder("ready", "delayed");
		assertThat(this.commands.hkeys(key("jobs"))).containsExactly("delayed");
		assertThat(this.commands.hkeys(key("headers"))).containsExactly("delayed");
		assertThat(this.commands.hkeys(key("ids"))).containsExactly("ready");
		assertThat(this.redis.keys()).doesNotContain(key("crashes"));
	}

	@Test
	void aJobThatWasDeletedByHandEndsWithItsLease() {
		add("a", "b");
		List<Lease> leases = this.queue.lease(2).leases();
		this.commands.xdel(key("stream"), entry("a"), entry("b"));
		Cause cause = Cause.of(Cause.Reason.FAILURES, "failed");
		assertThat(this.queue.retry(Map.of(leases.get(0), new Failure(Duration.ZERO, cause))).retried()).hasSize(1);
		assertThat(complete(this.queue, leases.get(1))).as("its work is done").isTrue();
		assertThat(this.queue.lease(10).leases()).isEmpty();
		this.queue.clean(CleanDepth.DEEP);
		assertThat(this.redis.keys()).containsExactlyInAnyOrder(key("stream"), key("token"));
		assertThat(pending()).isEmpty();
	}

	@Test
	void aWorkerWithAShortLeaseTimeLeavesTheJobsOfOthersAlone() {
		add("a");
		Lease lease = leaseOne(this.queue);
		WorkerQueue hasty = worker("hasty", SHORT.dividedBy(10));
		await().during(SHORT).until(() -> hasty.lease(1).leases().isEmpty());
		assertThat(hasty.clean(CleanDepth.LIGHT).reclaimed()).isZero();
		assertThat(complete(this.queue, lease)).isTrue();
	}

}
