package io.github.redisqueue.algorithm.lease.interop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.github.redisqueue.test.QueueFixture.complete;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Ids whose jobs have ended far from the tail of processing, where they stay as stale
 * copies, and foreign clients that come upon them.
 */
class StaleCopyTest extends SharedQueueTests {

	private static final Failure IN_AN_HOUR = new Failure(Duration.ofHours(1),
			Cause.of(Cause.Reason.FAILURES, "in a test"));

	/** From the one at the tail of processing to the one that is farthest from it. */
	private List<Lease> leases;

	@BeforeEach
	void leaseMany() {
		this.ours.add(IntStream.range(0, 450).mapToObj((i) -> Job.of("job-" + i, DATA)).toList());
		this.leases = new ArrayList<>(this.queue.leaseAll());
		assertThat(this.leases).hasSize(450);
	}

	private Lease farthest() {
		return this.leases.remove(this.leases.size() - 1);
	}

	private Lease completedFarthest() {
		Lease far = farthest();
		assertThat(complete(this.ours, far)).isTrue();
		return far;
	}

	/** Completes the others, one by one, with which stale copies come to the tail. */
	private void completeTheOthers() {
		this.leases.forEach((lease) -> assertThat(complete(this.ours, lease)).isTrue());
	}

	/** The job of a worker that has vanished comes back. */
	private void assertComesBack(String id) {
		assertThat(this.queue.inProcessing()).containsExactly(id);
		assertThat(this.queue.letLeaseRunOut(id)).isTrue();
		this.queue.cleanTwice(CleanDepth.LIGHT);
		this.queue.cleanTwice(CleanDepth.LIGHT);
		assertThat(this.queue.queued()).containsExactly(id);
	}

	@Test
	void aLeaseOfOursIsNotTakenForTheCopyThatAForeignCleanerHasRemoved() {
		Lease far = completedFarthest();
		this.theirs.lightClean();
		assertThat(this.theirs.addItem(far.id(), DATA)).isTrue();
		Lease again = this.ours.lease(1).leases().get(0);
		completeTheOthers();
		assertThat(this.queue.isLive(again)).isTrue();
		assertComesBack(far.id());
	}

	@Test
	void aForeignLeaseIsNotTakenForTheCopyThatAForeignCleanerHasRemoved() {
		Lease far = completedFarthest();
		this.theirs.lightClean();
		assertThat(this.theirs.addItem(far.id(), DATA)).isTrue();
		assertThat(this.theirs.lease(SharedQueue.SECONDS)).isNotNull();
		completeTheOthers();
		assertComesBack(far.id());
	}

	@Test
	void aRetriedJobLeavesNoCopyThatAForeignCleanerWouldDeliver() {
		Lease far = farthest();
		assertThat(this.ours.retry(Map.of(far, IN_AN_HOUR)).retried()).containsExactly(far);
		this.theirs.lightClean();
		assertThat(this.queue.queued()).isEmpty();
		assertThat(this.queue.leaseAll()).isEmpty();
	}

	@Test
	void aReleasedJobLeavesNoCopyThatAForeignCleanerWouldDeliverTwice() {
		Lease far = farthest();
		assertThat(this.ours.release(List.of(far))).containsExactly(far);
		this.theirs.lightClean();
		assertThat(this.queue.queued()).containsExactly(far.id());
	}

	@Test
	void aJobThatIsAddedAgainIsNotDeliveredTwice() {
		Lease far = completedFarthest();
		assertThat(this.ours.add(Job.of(far.id(), DATA))).isTrue();
		this.theirs.lightClean();
		assertThat(this.queue.queued()).containsExactly(far.id());
		assertThat(this.queue.suspects()).isEmpty();
	}

	@Test
	void aJobThatIsRedrivenIsNotDeliveredTwice() {
		Lease far = farthest();
		assertThat(this.ours.bury(Map.of(far, Cause.of(Cause.Reason.REQUESTED, "in a test")))).containsExactly(far);
		assertThat(this.ours.deadLetters().redrive(List.of(far.id()))).containsExactly(far.id());
		this.theirs.lightClean();
		assertThat(this.queue.queued()).containsExactly(far.id());
	}

	@Test
	void aJobThatAForeignerAddsAgainBesideTheCopyIsLeasedOnceAtATime() {
		Lease far = completedFarthest();
		assertThat(this.theirs.addItem(far.id(), DATA)).isTrue();
		Lease again = this.ours.lease(1).leases().get(0);
		assertThat(Collections.frequency(this.queue.inProcessing(), far.id())).isEqualTo(2);
		completeTheOthers();
		assertThat(this.queue.inProcessing()).containsExactly(far.id());
		assertThat(complete(this.ours, again)).isTrue();
		assertThat(Set.copyOf(this.queue.leftovers())).isEmpty();
	}

}
