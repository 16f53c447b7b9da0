package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.redisqueue.AsyncWorkerQueue.Poll;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Rule 3 of the contract: leasing never blocks, gives the oldest first and nothing early.
 * Rule 4, as far as tokens go. What those are told who wait for jobs: so that not all of
 * them look at the same time, one wakes up for the next delayed job, and one looks in
 * each poll interval.
 */
abstract class LeaseContract extends QueueTests {

	private static final Duration BRIEF = Duration.ofMillis(10);

	private static final Duration HOUR = Duration.ofHours(1);

	private static final Duration HALF = Duration.ofMinutes(30);

	private static final Duration INTERVAL = Duration.ofSeconds(20);

	@Test
	void handsOutTheOldestFirst() {
		String a = inLine("a");
		String b = inLine("b");
		String c = inLine("c");
		add(a, b);
		add(c);
		assertThat(ids(this.queue.lease(2).leases())).containsExactly(a, b);
		assertThat(ids(this.queue.lease(2).leases())).containsExactly(c);
	}

	@Test
	void handsOutFiveHundredAtMost() {
		this.queue.add(jobs(700));
		LeaseResult result = this.queue.lease(Integer.MAX_VALUE);
		assertThat(result.leases()).hasSize(500);
		assertThat(result.nextDue()).isEqualTo(Duration.ZERO);
		assertThat(this.queue.lease(500).leases()).hasSize(200);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, -1 })
	void refusesToLeaseFewerThanOne(int max) {
		add("a");
		assertThatIllegalArgumentException().isThrownBy(() -> this.queue.lease(max))
			.withMessageContainingAll("1", Integer.toString(max));
	}

	@Test
	void describesTheDelivery() {
		this.queue.add(job("a").withHeaders(Map.of("k", "v")));
		Lease lease = leaseOne(this.queue);
		assertThat(lease.queue()).isEqualTo("orders").isEqualTo(this.queue.name());
		assertThat(lease.job()).isEqualTo(job("a").withHeaders(Map.of("k", "v")));
		assertThat(lease.attempt()).isOne();
		assertThat(lease.failures()).isZero();
		assertThat(lease.crashes()).isZero();
		assertThat(lease.remaining()).isPositive().isLessThanOrEqualTo(LONG);
		assertThat(this.queue.leaseTime()).isEqualTo(LONG);
	}

	@Test
	void countsTheDeadlineFromBeforeTheLeaseWasSent() {
		add("a");
		long before = System.nanoTime();
		Lease lease = leaseOne(this.queue);
		long after = System.nanoTime();
		assertThat(lease.deadline() - LONG.toNanos()).isBetween(before, after);
	}

	/**
	 * The server counts whole milliseconds, so this is tried often: in most rounds an end
	 * that comes up to a millisecond early is not noticed.
	 */
	@Test
	void nobodyElseGetsAJobBeforeTheDeadlineOfItsLease() {
		WorkerQueue holder = create(QueueSettings.of("holder", BRIEF));
		WorkerQueue other = create(QueueSettings.of("other", BRIEF));
		for (int i = 0; i < 40; i++) {
			add("a");
			Lease lost = leaseOne(holder);
			List<Lease> taken = List.of();
			long at = 0;
			while (taken.isEmpty()) {
				other.clean(CleanDepth.LIGHT);
				taken = other.lease(1).leases();
				at = System.nanoTime();
			}
			assertThat(lost.deadline() - at).as("ns until the deadline, round %d", i).isNotPositive();
			complete(other, taken.get(0));
		}
	}

	@Test
	void queuesOfOneKeyPrefixKnowNothingOfEachOther() {
		add("a");
		this.keys = QueueKeys.of(this.redis.keyPrefix(), "orders:two");
		WorkerQueue other = worker("one");
		assertThat(other.lease(10).leases()).isEmpty();
		assertThat(other.add(job("a"))).isTrue();
		Lease lease = leaseOne(other);
		assertThat(this.queue.counts().ready()).isOne();
		complete(other, lease);
		assertThat(ids(leaseAll(this.queue))).containsExactly("a");
	}

	@Test
	void tellsWhenTheNextIsDue() {
		this.queue.add(List.of(job("a").withDelay(Duration.ofHours(2)), job("b").withDelay(Duration.ofHours(1)),
				job("c").withDelay(Duration.ofHours(3))));
		LeaseResult result = this.queue.lease(10);
		assertThat(result.leases()).isEmpty();
		assertThat(result.nextDue()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1).plusMillis(1));
	}

	@Test
	void delayedJobsAreNotForgottenWhenVeryManyAreDueAtOnce() {
		List<Job> due = jobs(1200).stream().map((job) -> job.withDelay(Duration.ofMillis(100))).toList();
		this.queue.add(due);
		List<Lease> leases = new ArrayList<>();
		await().until(() -> {
			leases.addAll(this.queue.lease(500).leases());
			return leases.size() >= 1200;
		});
		assertThat(new HashSet<>(ids(leases))).hasSize(1200);
		assertThat(leases).hasSize(1200);
	}

	@Test
	void tokensGrowFromLeaseToLease() {
		this.queue.add(jobsInLine(20));
		WorkerQueue two = worker("two");
		List<Long> tokens = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			this.queue.lease(2).leases().forEach((lease) -> tokens.add(lease.token()));
			two.lease(2).leases().forEach((lease) -> tokens.add(lease.token()));
		}
		assertThat(tokens).hasSize(20).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void tokensGrowOverADrainedQueue() {
		add(inLine("a"));
		Lease first = leaseOne(this.queue);
		complete(this.queue, first);
		this.queue.clean(CleanDepth.DEEP);
		add(inLine("b"));
		assertThat(leaseOne(this.queue).token()).isGreaterThan(first.token());
	}

	private static LeaseResult leaseOrWait(WorkerQueue worker) {
		return join(worker.async().leaseOrWait(1));
	}

	/** Polls the first shard, and leases from all if no other instance has polled it. */
	private static Poll poll(WorkerQueue worker) {
		Poll poll = join(worker.async().poll(1, INTERVAL));
		LeaseResult result = poll.result();
		return (result == null || !result.leases().isEmpty()) ? poll : new Poll(leaseOrWait(worker), poll.next());
	}

	private static void assertToldToWait(LeaseResult result, Duration about) {
		assertThat(result.leases()).isEmpty();
		assertThat(result.nextDue()).isBetween(about.minusMinutes(10), about.plusSeconds(1));
	}

	private static void assertTold(LeaseResult result, Duration next) {
		assertThat(result.leases()).isEmpty();
		assertThat(result.nextDue()).isEqualTo(next);
	}

	@Test
	void ofTwoWhoWaitOneIsToldWhenTheNextJobIsDue() {
		WorkerQueue other = worker("two");
		this.queue.add(job("later").withDelay(HOUR));
		assertToldToWait(leaseOrWait(this.queue), HOUR);
		assertTold(leaseOrWait(other), null);
		assertToldToWait(leaseOrWait(this.queue), HOUR);
		assertToldToWait(other.lease(1), HOUR);
	}

	@Test
	void anEarlierTimeIsToldToWhoeverAsksFirst() {
		List<Job> jobs = jobsInLine(2);
		WorkerQueue other = worker("two");
		this.queue.add(jobs.get(0).withDelay(HOUR));
		assertToldToWait(leaseOrWait(this.queue), HOUR);
		this.queue.add(jobs.get(1).withDelay(HALF));
		assertToldToWait(leaseOrWait(other), HALF);
		assertTold(leaseOrWait(this.queue), null);
	}

	/** Else nobody would wake up when the next job is due. */
	@Test
	void whoHasNothingToWaitForAnyMoreLeavesTheClockToOthers() {
		List<Job> jobs = jobsInLine(2);
		this.queue.add(jobs.get(0).withDelay(HALF));
		assertToldToWait(leaseOrWait(this.queue), HALF);
		assertThat(this.queue.cancel(jobs.get(0).id())).isTrue();
		assertTold(leaseOrWait(this.queue), null);
		this.queue.add(jobs.get(1).withDelay(HOUR));
		assertToldToWait(leaseOrWait(worker("two")), HOUR);
	}

	@Test
	void whoFindsTheQueuePausedLeavesTheClockToOthers() {
		this.queue.add(job("later").withDelay(HALF));
		assertToldToWait(leaseOrWait(this.queue), HALF);
		this.queue.pause();
		assertThat(leaseOrWait(this.queue).paused()).isTrue();
		this.queue.resume();
		assertToldToWait(leaseOrWait(worker("two")), HALF);
	}

	@Test
	void whoeverAsksFindsWhatIsDue() {
		this.queue.add(job("later").withDelay(HOUR));
		assertToldToWait(leaseOrWait(worker("two")), HOUR);
		// A delay is rounded up.
		advance(HOUR.plusMillis(1));
		assertThat(ids(leaseOrWait(this.queue).leases())).containsExactly("later");
	}

	@Test
	void ifNothingIsDelayedThereIsNothingToWaitFor() {
		assertTold(leaseOrWait(this.queue), null);
		this.queue.add(jobsInLine(2));
		LeaseResult result = leaseOrWait(this.queue);
		assertThat(result.leases()).hasSize(1);
		assertThat(result.nextDue()).as("more is ready").isZero();
	}

	@Test
	void aSecondPollWithinTheIntervalLeasesNothing() {
		WorkerQueue other = worker("two");
		addToAllShards();
		Poll first = poll(this.queue);
		assertThat(first.result().leases()).hasSize(1);
		assertThat(first.next()).isEqualTo(INTERVAL);
		for (WorkerQueue worker : List.of(other, this.queue)) {
			Poll second = poll(worker);
			assertThat(second.result()).isNull();
			assertThat(second.next()).isPositive().isLessThanOrEqualTo(INTERVAL);
		}
		advance(INTERVAL);
		assertThat(poll(other).result().leases()).hasSize(1);
		assertThat(poll(this.queue).result()).isNull();
	}

	@Test
	void aPollFindsWhatWasAddedAfterOneThatFoundNothing() {
		Poll nothing = poll(this.queue);
		assertTold(nothing.result(), null);
		assertThat(nothing.next()).isEqualTo(INTERVAL);
		add("a");
		advance(INTERVAL);
		assertThat(ids(poll(worker("two")).result().leases())).containsExactly("a");
	}

	private void addToAllShards() {
		this.queue.add(IntStream.range(0, 20).mapToObj((i) -> Job.of("job-" + i, new byte[0])).toList());
	}

	@Test
	void lookingForAnotherReasonIsNoPoll() {
		addToAllShards();
		assertThat(poll(this.queue).result()).isNotNull();
		assertThat(leaseOrWait(this.queue).leases()).hasSize(1);
		assertThat(this.queue.lease(1).leases()).hasSize(1);
		assertThat(poll(worker("two")).result()).isNull();
	}

	@Test
	void aPausedQueueIsPolledByOneAsWell() {
		add("a");
		this.queue.pause();
		assertThat(leaseOrWait(this.queue).paused()).isTrue();
		assertThat(poll(this.queue).result().paused()).isTrue();
		assertThat(poll(worker("two")).result()).isNull();
	}

	@Test
	void noJobsCannotBeAskedFor() {
		addToAllShards();
		assertThatIllegalArgumentException().isThrownBy(() -> join(this.queue.async().leaseOrWait(0)));
		assertThatIllegalArgumentException().isThrownBy(() -> join(this.queue.async().poll(0, INTERVAL)));
	}

}
