package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Rules 9, 10 and 11 of the contract: nothing is left behind; counts, pause and cancel.
 */
abstract class StateContract extends QueueTests {

	@Test
	void aDelayedJobCountsAsReadyAndHasAnAgeAsSoonAsItIsDue() {
		this.queue.add(Job.of(new byte[0]).withDelay(LONG));
		assertThat(this.queue.counts().oldestAge()).isNull();
		this.queue.add(Job.of(new byte[0]).withDelay(Duration.ofMillis(20)));
		await().until(() -> this.queue.counts().ready() == 1);
		assertCounts(1, 1, 0, 0);
		assertThat(age()).isBetween(Duration.ZERO, Duration.ofMinutes(1));
	}

	@Test
	void theAgeOfTheOldestReadyJobIsToldByItsDefaultId() {
		this.queue.add(List.of(Job.of(new byte[0]), Job.of(new byte[0])));
		await().until(this::age, (age) -> age.compareTo(Duration.ofMillis(50)) > 0);
		this.queue.add(Job.of(new byte[0]));
		assertThat(age()).isGreaterThan(Duration.ofMillis(50)).isLessThan(Duration.ofMinutes(1));
		leaseAll(this.queue);
		assertThat(this.queue.counts().oldestAge()).as("nothing is ready").isNull();
	}

	private Duration age() {
		Duration age = this.queue.counts().oldestAge();
		assertThat(age).isNotNull();
		return age;
	}

	@Test
	void aPauseStopsLeasingForAllWorkersAtOnce() {
		add("a");
		this.queue.pause();
		this.queue.pause();
		add("b");
		assertCounts(2, 0, 0, 0);
		LeaseResult result = worker("two").lease(1);
		assertThat(result.leases()).isEmpty();
		assertThat(result.paused()).isTrue();
		assertThat(this.queue.counts().paused()).isTrue();
		worker("two").resume();
		this.queue.resume();
		assertThat(this.queue.counts().paused()).isFalse();
		assertThat(ids(leaseAll(this.queue))).containsExactlyInAnyOrder("a", "b");
	}

	@Test
	void lookingAtAnEmptyQueueAndPausingItLeavesNothing() {
		this.queue.lease(10);
		this.queue.clean(CleanDepth.DEEP);
		this.queue.counts();
		this.queue.deadLetters().redriveAll();
		this.queue.pause();
		this.queue.resume();
		assertNothingIsLeftBehind();
	}

	@Test
	void completedJobsLeaveNothing() {
		this.queue.add(jobs(700).stream().map((job) -> job.withHeaders(Map.of("k", "v"))).toList());
		this.queue.complete(leaseAll(this.queue));
		assertNothingIsLeftBehind();
	}

	@Test
	void aLifeOfFailuresCrashesAndDelaysLeavesNothing() {
		this.queue.add(job("a").withHeaders(Map.of("k", "v")).withDelay(Duration.ofMillis(1)));
		this.queue.retry(Map.of(awaitLease(this.queue), failure(Duration.ofMillis(1))));
		this.queue.release(List.of(awaitLease(this.queue)));
		WorkerQueue vanishing = shortWorker("vanishing");
		leaseOne(vanishing);
		vanishing.start(List.of(takeOver(vanishing)), true);
		Lease last = takeOver(this.queue);
		this.queue.start(List.of(last), true);
		this.queue.extend(List.of(last));
		complete(this.queue, last);
		assertNothingIsLeftBehind();
	}

	@Test
	void jobsThatWereAddedAsNewButWereNotLeaveNothing() {
		add("a", "b");
		Lease lease = leaseOne(this.queue);
		this.queue.add(List.of(job("a"), job("b"), job("b").withDelay(LONG)), AddMode.UNCHECKED);
		complete(this.queue, lease);
		leaseAll(this.queue).forEach((other) -> complete(this.queue, other));
		this.queue.cancel("a");
		this.queue.cancel("b");
		this.queue.clean(CleanDepth.DEEP);
		assertNothingIsLeftBehind();
	}

}
