package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rule 9 of the contract: nothing is left behind.
 */
abstract class LeftoverContract extends QueueTests {

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
		vanishing.start(List.of(takeOver(vanishing)));
		Lease last = takeOver(this.queue);
		this.queue.start(List.of(last));
		this.queue.extend(List.of(last));
		complete(this.queue, last);
		assertNothingIsLeftBehind();
	}

	@Test
	void jobsThatWereCancelledInAnyStateLeaveNothing() {
		Stream<Job> jobs = Stream.of("leased", "failed", "released", "ready").map(QueueTests::job);
		this.queue.add(jobs.map((job) -> job.withHeaders(Map.of("k", "v"))).toList());
		List<Lease> leases = this.queue.lease(3).leases();
		this.queue.retry(Map.of(leases.get(1), failure(LONG)));
		this.queue.release(leases.subList(2, 3));
		this.queue.add(job("delayed").withDelay(LONG));
		for (String id : List.of("leased", "failed", "released", "ready", "delayed")) {
			assertThat(this.queue.cancel(id)).as(id).isTrue();
		}
		expired("abandoned");
		assertThat(this.queue.cancel("abandoned")).isTrue();
		reclaimed("back");
		assertThat(this.queue.cancel("back")).isTrue();
		assertNothingIsLeftBehind();
	}

	@Test
	void aCompletionAfterTheEndOfItsLeaseLeavesNothing() {
		Lease expired = expired("a");
		assertThat(complete(shortWorker("vanished"), expired)).isTrue();
		assertNothingIsLeftBehind();
		Lease reclaimed = reclaimed("b");
		assertThat(complete(shortWorker("vanished"), reclaimed)).isTrue();
		this.queue.clean(CleanDepth.LIGHT);
		assertNothingIsLeftBehind();
	}

	@Test
	void buriedJobsLeaveTheirDeadLettersOnly() {
		WorkerQueue limited = create(limited("limited", LONG, 0, 1));
		this.queue.add(List.of(job("a").withHeaders(Map.of("k", "v")), job("b")));
		List<Lease> leases = limited.lease(2).leases();
		limited.bury(Map.of(leases.get(0), CAUSE));
		limited.retry(Map.of(leases.get(1), failure(Duration.ZERO)));
		assertCounts(0, 0, 0, 2);
		this.queue.deadLetters().purgeAll();
		assertNothingIsLeftBehind();
	}

	@Test
	void redrivenJobsLeaveNothing() {
		this.queue.add(job("a").withHeaders(Map.of("k", "v")));
		this.queue.bury(Map.of(leaseOne(this.queue), CAUSE));
		this.queue.deadLetters().redriveAll();
		complete(this.queue, leaseOne(this.queue));
		assertNothingIsLeftBehind();
	}

	@Test
	void jobsThatWereReplacedInAnyStateLeaveNothing() {
		List<String> ids = List.of("leased", "failed", "released", "ready", "delayed");
		for (Duration delay : List.of(Duration.ZERO, LONG)) {
			this.queue.add(job("delayed").withDelay(LONG));
			WorkerQueue other = worker("other");
			add("leased", "failed", "released");
			for (Lease lease : leaseAll(other)) {
				if (lease.id().equals("failed")) {
					other.retry(Map.of(lease, failure(LONG)));
				}
				else if (!lease.id().equals("leased")) {
					other.release(List.of(lease));
				}
			}
			add("ready");
			this.queue.add(ids.stream().map((id) -> job(id).withDelay(delay)).toList(), AddMode.REPLACE);
			advance(delay.multipliedBy(2));
			List<Lease> leases = leaseAll(this.queue);
			assertThat(ids(leases)).containsExactlyInAnyOrderElementsOf(ids);
			assertThat(leases).extracting(Lease::attempt).containsOnly(1);
			this.queue.complete(leases);
			this.queue.clean(CleanDepth.LIGHT);
			assertNothingIsLeftBehind();
		}
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
