package io.github.redisqueue.algorithm.lease.interop;

import static io.github.redisqueue.test.QueueFixture.complete;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Ids without a job, and what else foreign clients leave behind.
 */
class GhostTest extends SharedQueueTests {

	/** A foreign worker completes what a foreign cleaner has already put back. */
	private void leaveGhost(String id) {
		this.theirs.addItem(id, DATA);
		this.theirs.lease(SharedQueue.SECONDS);
		this.queue.letLeaseRunOut(id);
		this.theirs.lightClean();
		assertThat(this.theirs.complete(id)).isTrue();
		assertThat(this.queue.queued()).contains(id);
	}

	@Nested
	class AGhostInTheQueue {

		@Test
		void doesNotKeepThoseBehindItFromBeingLeased() {
			leaveGhost("a");
			leaveGhost("b");
			theirs.addItem("c", DATA);
			assertThat(ours.lease(1).leases()).extracting(Lease::id).containsExactly("c");
			assertThat(queue.leftovers()).noneMatch((key) -> key.endsWith(":queue"));
		}

		@Test
		void doesNotMakeAJobOfTheirsThatIsAddedAgainCountTwice() {
			leaveGhost("a");
			assertThat(theirs.addItem("a", SharedQueue.data("new"))).isTrue();
			assertThat(queue.queued()).containsExactly("a", "a");
			Lease lease = ours.lease(1).leases().get(0);
			assertThat(lease.job().payload()).isEqualTo(SharedQueue.data("new"));
			assertThat(queue.leaseAll()).isEmpty();
			assertThat(complete(ours, lease)).isTrue();
			assertThat(queue.leaseAll()).isEmpty();
			ours.clean(CleanDepth.LIGHT);
			assertThat(queue.leftovers()).isEmpty();
		}

	}

	@Test
	void anIdThatTheyTakeForUniqueIsNotHandedOutTwiceAtOnce() {
		this.ours.add(Job.of("a", DATA));
		List<Lease> leases = this.queue.leaseAll();
		this.theirs.addUniqueItem("a", DATA);
		assertThat(this.queue.leaseAll()).isEmpty();
		assertThat(this.ours.complete(leases)).hasSize(1);
		assertThat(this.queue.leaseAll()).isEmpty();
		this.ours.clean(CleanDepth.LIGHT);
		assertThat(this.queue.leftovers()).isEmpty();
	}

	@Nested
	class WhatWeKeptOfAJobThatTheyCompleted {

		/** All the extras that there are. */
		private void theyCompleteAJobWithAHistory() {
			ours.add(Job.of("a", DATA).withHeaders(Map.of("tenant", "7")));
			ours.retry(Map.of(queue.leaseAll().get(0), new Failure(DAY, Cause.of(Cause.Reason.FAILURES, "once"))));
			queue.makeDue("a");
			queue.leaseAll();
			queue.letLeaseRunOut("a");
			ours.clean(CleanDepth.LIGHT);
			Lease lease = queue.leaseAll().get(0);
			assertThat(lease.attempt()).isEqualTo(3);
			ours.retry(Map.of(lease, new Failure(DAY, Cause.of(Cause.Reason.FAILURES, "twice"))));
			theirs.deepClean();
			theirs.lease(SharedQueue.SECONDS);
			assertThat(theirs.complete("a")).isTrue();
			assertThat(queue.leftovers()).contains(queue.key("headers"), queue.key("failures"), queue.key("crashes"),
					queue.key("delayed"));
		}

		@Test
		void isDroppedByOurDeepClean() {
			theyCompleteAJobWithAHistory();
			assertThat(ours.clean(CleanDepth.DEEP).dropped()).isPositive();
			assertThat(queue.leftovers()).isEmpty();
		}

		@Test
		void doesNotHoldUpAJobThatWeAddUnderTheSameId() {
			theyCompleteAJobWithAHistory();
			assertThat(ours.add(Job.of("a", DATA))).isTrue();
			assertThat(ours.counts().delayed()).isZero();
			assertThat(queue.leaseAll()).hasSize(1);
		}

		@Test
		void doesNotComeBackWhenItsReadyTimeComes() {
			theyCompleteAJobWithAHistory();
			queue.makeDue("a");
			assertThat(queue.leaseAll()).isEmpty();
			assertThat(queue.queued()).isEmpty();
		}

	}

}
