package io.github.redisqueue.algorithm.lease.interop;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static io.github.redisqueue.test.QueueFixture.complete;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/**
 * Foreign cleaners and what is ours, and our cleaners and what is foreign.
 */
class ForeignCleanerTest extends SharedQueueTests {

	enum Cleaner {

		LIGHT(UpstreamWorkQueue::lightClean), DEEP(UpstreamWorkQueue::deepClean);

		private final Consumer<UpstreamWorkQueue> clean;

		Cleaner(Consumer<UpstreamWorkQueue> clean) {
			this.clean = clean;
		}

		void clean(UpstreamWorkQueue theirs) {
			this.clean.accept(theirs);
		}

	}

	static Stream<Arguments> settlements() {
		return Stream.concat(lateSettlements(),
				Stream.of(settlement("start", (queue, lease) -> queue.start(List.of(lease), true).size())));
	}

	/** What we may do with a lease that has run out, as long as nobody took the job. */
	static Stream<Arguments> lateSettlements() {
		Cause cause = Cause.of(Cause.Reason.FAILURES, "too late");
		return Stream.of(settlement("complete", (queue, lease) -> queue.complete(List.of(lease)).size()),
				settlement("extend", (queue, lease) -> queue.extend(List.of(lease)).size()),
				settlement("postpone", (queue, lease) -> queue.postpone(Map.of(lease, DAY)).size()),
				settlement("release", (queue, lease) -> queue.release(List.of(lease)).size()),
				settlement("retry",
						(queue, lease) -> queue.retry(Map.of(lease, new Failure(DAY, cause))).retried().size()),
				settlement("bury", (queue, lease) -> queue.bury(Map.of(lease, cause)).size()));
	}

	private static Arguments settlement(String name, BiFunction<WorkerQueue, Lease, Integer> settle) {
		return argumentSet(name, settle);
	}

	private Lease weLeaseAndLoseTheLease() {
		this.ours.add(Job.of("a", DATA).withHeaders(Map.of("tenant", "7")));
		Lease lease = this.queue.leaseAll().get(0);
		assertThat(this.queue.letLeaseRunOut("a")).isTrue();
		return lease;
	}

	@ParameterizedTest
	@EnumSource
	void leaveAloneWhatWeHold(Cleaner cleaner) {
		this.ours.add(Job.of("a", DATA));
		List<Lease> leases = this.queue.leaseAll();
		Map<String, String> before = this.queue.contents();
		cleaner.clean(this.theirs);
		assertThat(this.queue.contents()).isEqualTo(before);
		assertThat(this.ours.complete(leases)).hasSize(1);
	}

	@ParameterizedTest
	@EnumSource
	void leaveTheLeaseOfAJobThatTheyMadeReadyWhenAnotherJobEnds(Cleaner cleaner) {
		this.ours.add(List.of(Job.of("a", DATA), Job.of("b", DATA)));
		Lease a = this.ours.lease(1).leases().get(0);
		Lease b = this.ours.lease(1).leases().get(0);
		assertThat(this.queue.letLeaseRunOut("a")).isTrue();
		cleaner.clean(this.theirs);
		assertThat(complete(this.ours, b)).isTrue();
		assertThat(complete(this.ours, a)).isTrue();
		assertThat(this.ours.lease(1).leases()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void bringBackWhatWeLost(Cleaner cleaner) {
		Lease lost = weLeaseAndLoseTheLease();
		cleaner.clean(this.theirs);
		assertThat(this.queue.leaseAll()).singleElement().satisfies((lease) -> {
			assertThat(lease.job()).isEqualTo(lost.job());
			assertThat(lease.token()).isGreaterThan(lost.token());
			assertThat(complete(this.ours, lost)).isFalse();
			assertThat(complete(this.ours, lease)).isTrue();
		});
	}

	@ParameterizedTest
	@MethodSource("settlements")
	void mayHandWhatWeLostToAForeignWorkerAndWeChangeNothingAnyMore(BiFunction<WorkerQueue, Lease, Integer> settle) {
		Lease lost = weLeaseAndLoseTheLease();
		this.theirs.lightClean();
		assertThat(this.theirs.lease(SharedQueue.SECONDS)).isEqualTo("a");

		Map<String, String> before = this.queue.contents();
		assertThat(settle.apply(this.ours, lost)).isZero();
		assertThat(this.queue.contents()).isEqualTo(before);
		assertThat(this.theirs.complete("a")).isTrue();
		assertThat(settle.apply(this.ours, lost)).as("after its completion").isZero();
	}

	@ParameterizedTest
	@MethodSource("lateSettlements")
	void mayPutBackWhatWeStillSettleAsNobodyTookIt(BiFunction<WorkerQueue, Lease, Integer> settle) {
		Lease late = weLeaseAndLoseTheLease();
		this.theirs.lightClean();
		assertThat(settle.apply(this.ours, late)).isOne();
	}

	/**
	 * The id then stands in the queue only, and whoever looks at it there sees that it is
	 * held.
	 */
	@Test
	void puttingBackWhatWeHaveJustExtendedDoesNotLoseItWhenWeVanish() {
		Lease lease = weLeaseAndLoseTheLease();
		this.theirs.interruptBy((command) -> {
			if (command == 4) {
				assertThat(this.ours.extend(List.of(lease))).hasSize(1);
			}
		});
		this.theirs.lightClean();
		assertThat(this.queue.inProcessing()).isEmpty();
		assertThat(this.queue.queued()).containsExactly("a");
		assertThat(this.queue.leaseAll()).isEmpty();

		this.queue.letLeaseRunOut("a");
		assertThat(this.ours.clean(CleanDepth.LIGHT).reclaimed()).isOne();
		assertThat(this.queue.leaseAll()).hasSize(1);
	}

	@Test
	void pushingADelayedJobNeitherHurriesItNorKeepsOthersWaiting() {
		this.ours.add(Job.of("a", DATA).withDelay(DAY));
		this.theirs.deepClean();
		assertThat(this.queue.queued()).containsExactly("a");
		assertThat(this.queue.leaseAll()).isEmpty();
		assertThat(this.queue.queued()).isEmpty();

		this.theirs.deepClean();
		this.theirs.addItem("b", DATA);
		assertThat(this.ours.lease(1).leases()).extracting(Lease::id).containsExactly("b");
		assertThat(this.ours.counts().delayed()).isOne();
	}

	@Test
	void pushingADelayedJobToAForeignWorkerKeepsUsFromTakingItWhenItIsDue() {
		this.ours.add(Job.of("a", DATA).withDelay(DAY));
		this.theirs.deepClean();
		assertThat(this.theirs.lease(SharedQueue.SECONDS)).isEqualTo("a");
		this.ours.clean(CleanDepth.DEEP);
		this.queue.makeDue("a");
		assertThat(this.queue.leaseAll()).isEmpty();
		assertThat(this.theirs.complete("a")).isTrue();
		this.ours.clean(CleanDepth.DEEP);
		assertThat(this.queue.leftovers()).isEmpty();
	}

	@Test
	void pushingADelayedJobToAForeignWorkerThatVanishesBringsItBackWhenItIsDueAndNotBefore() {
		this.ours.add(Job.of("a", DATA).withDelay(DAY));
		this.theirs.deepClean();
		this.theirs.lease(SharedQueue.SECONDS);
		this.queue.letLeaseRunOut("a");
		this.queue.cleanTwice(CleanDepth.DEEP);
		assertThat(this.queue.queued()).isEmpty();
		assertThat(this.queue.inProcessing()).isEmpty();
		assertThat(this.queue.leaseAll()).isEmpty();
		this.queue.makeDue("a");
		assertThat(this.queue.leaseAll()).extracting(Lease::attempt).containsExactly(1);
	}

	@ParameterizedTest
	@EnumSource
	void aForeignWorkerThatLivesKeepsItsJob(CleanDepth depth) {
		this.theirs.addItem("a", DATA);
		this.theirs.lease(SharedQueue.SECONDS);
		Map<String, String> before = this.queue.contents();
		this.queue.cleanTwice(depth);
		this.queue.cleanTwice(depth);
		assertThat(this.queue.contents()).isEqualTo(before);
		assertThat(this.queue.leaseAll()).isEmpty();
		assertThat(this.theirs.complete("a")).isTrue();
	}

	@Test
	void aForeignWorkerThatVanishedLeavesNoSuspectBehindWhateverBecomesOfTheJob() {
		for (String id : List.of("reclaimed", "completed", "cancelled", "requeued")) {
			this.theirs.addItem(id, DATA);
			this.theirs.lease(SharedQueue.SECONDS);
			this.queue.letLeaseRunOut(id);
		}
		this.ours.clean(CleanDepth.LIGHT);
		assertThat(this.queue.suspects()).hasSize(4);

		this.theirs.complete("completed");
		this.ours.cancel("cancelled");
		this.queue.commands().lrem(this.queue.key("processing"), 0, "requeued");
		this.queue.commands().lpush(this.queue.key("queue"), "requeued");
		this.queue.cleanTwice(CleanDepth.LIGHT);
		assertThat(this.queue.suspects()).isEmpty();
		assertThat(this.ours.complete(this.queue.leaseAll())).extracting(Lease::id)
			.containsExactlyInAnyOrder("reclaimed", "requeued");
		assertThat(this.queue.leftovers()).isEmpty();
	}

	/** Adds as many jobs as this, of which foreign workers lose all. */
	private List<String> lose(int count) {
		List<String> ids = IntStream.range(0, count).mapToObj(Integer::toString).toList();
		ids.forEach((id) -> this.theirs.addItem(id, DATA));
		ids.forEach((id) -> {
			this.theirs.lease(SharedQueue.SECONDS);
			this.queue.letLeaseRunOut(id);
		});
		return ids;
	}

	@Test
	void aPassFindsTheJobsOfAllThatVanished() {
		List<String> ids = lose(1101);
		this.queue.cleanTwice(CleanDepth.LIGHT);
		assertThat(this.queue.inProcessing()).isEmpty();
		assertThat(this.queue.leaseAll()).extracting(Lease::id).containsExactlyInAnyOrderElementsOf(ids);
	}

}
