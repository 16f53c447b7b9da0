package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;

import io.github.redisqueue.AsyncWorkerQueue.Poll;
import io.github.redisqueue.Job;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What those are told who wait for jobs: so that not all of them look at the same time,
 * one wakes up for the next delayed job, and one looks in each poll interval.
 */
abstract class WaitContract extends QueueTests {

	private static final Duration HOUR = Duration.ofHours(1);

	private static final Duration HALF = Duration.ofMinutes(30);

	private static final Duration INTERVAL = Duration.ofSeconds(20);

	private static LeaseResult leaseOrWait(WorkerQueue worker) {
		return join(worker.async().leaseOrWait(1));
	}

	private static Poll poll(WorkerQueue worker) {
		return join(worker.async().poll(1, INTERVAL));
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
		Poll first = poll(this.queue);
		assertTold(first.result(), null);
		assertThat(first.next()).isEqualTo(INTERVAL);
		add("a");
		for (WorkerQueue worker : List.of(other, this.queue)) {
			Poll second = poll(worker);
			assertThat(second.result()).isNull();
			assertThat(second.next()).isPositive().isLessThanOrEqualTo(INTERVAL);
		}
		advance(INTERVAL);
		assertThat(ids(poll(other).result().leases())).containsExactly("a");
		assertThat(poll(this.queue).result()).isNull();
	}

	@Test
	void lookingForAnotherReasonIsNoPoll() {
		assertThat(poll(this.queue).result()).isNotNull();
		add("a", "b");
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
		assertThatIllegalArgumentException().isThrownBy(() -> join(this.queue.async().leaseOrWait(0)));
		assertThatIllegalArgumentException().isThrownBy(() -> join(this.queue.async().poll(0, INTERVAL)));
	}

}
