package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Rules 10 and 11 of the contract: counts, pause and cancel.
 */
abstract class StateContract extends QueueTests {

	@Test
	void anEmptyQueueCountsAndCancelsNothing() {
		assertThat(this.queue.counts()).isEqualTo(ShownJobs.NONE);
		assertThat(this.queue.cancel("never added")).isFalse();
		assertNothingIsThere();
	}

	@Test
	void jobsAreCountedInTheStateTheyAreIn() {
		add("a", "b", "c", "d", "e", "f");
		List<Lease> leases = this.queue.lease(5).leases();
		this.queue.add(job("delayed").withDelay(LONG));
		assertCounts(1, 1, 5, 0);
		this.queue.retry(Map.of(leases.get(0), failure(LONG)));
		assertCounts(1, 2, 4, 0);
		this.queue.bury(Map.of(leases.get(1), CAUSE));
		assertCounts(1, 2, 3, 1);
		this.queue.release(List.of(leases.get(2)));
		assertCounts(2, 2, 2, 1);
		complete(this.queue, leases.get(3));
		assertCounts(2, 2, 1, 1);
		this.queue.cancel("delayed");
		assertCounts(2, 1, 1, 1);
		this.queue.deadLetters().redriveAll();
		assertCounts(3, 1, 1, 0);
	}

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
	void countsAddUpWhileJobsMoveAbout() throws Exception {
		this.queue.add(jobs(300));
		AtomicBoolean done = new AtomicBoolean();
		ExecutorService threads = Executors.newFixedThreadPool(3);
		try {
			List<Future<?>> workers = new ArrayList<>();
			for (int i = 0; i < 3; i++) {
				WorkerQueue worker = create(limited("worker-" + i, LONG, Integer.MAX_VALUE, 1));
				workers.add(threads.submit(() -> moveAbout(worker, done)));
			}
			for (int i = 0; i < 200; i++) {
				QueueCounts counts = this.queue.counts();
				assertThat(counts.ready() + counts.delayed() + counts.leased()).as(counts.toString()).isEqualTo(300);
			}
			done.set(true);
			for (Future<?> worker : workers) {
				worker.get();
			}
		}
		finally {
			done.set(true);
			threads.shutdownNow();
		}
	}

	private static void moveAbout(WorkerQueue worker, AtomicBoolean done) {
		while (!done.get()) {
			List<Lease> leases = worker.lease(20).leases();
			int half = leases.size() / 2;
			worker.release(leases.subList(0, half));
			leases.subList(half, leases.size())
				.forEach((lease) -> worker.retry(Map.of(lease, failure(Duration.ofMillis(2)))));
		}
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
	void cancelRemovesManyJobsAndNamesThem() {
		add("a", "b", "kept");
		this.queue.add(job("delayed").withDelay(LONG));
		assertThat(this.queue.cancel(List.of("a", "none", "delayed", "b", "a"))).containsExactlyInAnyOrder("a", "b",
				"delayed");
		assertThat(this.queue.cancel(List.of("a", "b"))).isEmpty();
		assertThat(this.queue.cancel(List.of())).isEmpty();
		assertThat(ids(leaseAll(this.queue))).containsExactly("kept");
		assertThat(this.queue.lease(1).nextDue()).as("the delayed job is gone").isNull();
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

	@ParameterizedTest
	@EnumSource(Settlement.class)
	void whatIsHeldIsFinishedDuringAPause(Settlement settlement) {
		add("a");
		Lease lease = leaseOne(this.queue);
		this.queue.pause();
		assertThat(settlement.by(this.queue, lease)).isTrue();
	}

}
