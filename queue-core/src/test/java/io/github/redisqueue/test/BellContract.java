package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.bell.Bell;
import io.github.redisqueue.bell.Bells;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Section 5 of the design: the bell rings when leasing may succeed that could not before,
 * and is silent under load.
 */
abstract class BellContract extends QueueTests {

	BellContract(QueueFactory factory) {
		super(factory);
	}

	/** The id of the last ring, which each ring makes greater. */
	private String lastRing() {
		awaitSilence();
		List<StreamMessage<String, String>> last = this.redis.commands()
			.xrevrange(this.keys.bell(), Range.unbounded(), Limit.from(1));
		return last.isEmpty() ? "never" : last.get(0).getId();
	}

	private void assertRings(Runnable operation) {
		String before = lastRing();
		operation.run();
		await("the bell rings").until(() -> !lastRing().equals(before));
	}

	private void assertSilent(Runnable operation) {
		String before = lastRing();
		operation.run();
		assertThat(lastRing()).isEqualTo(before);
	}

	@Test
	void ringsWhenTheFirstJobIsAddedToAnEmptyQueue() {
		assertRings(() -> add("a"));
		complete(this.queue, leaseOne(this.queue));
		assertRings(() -> this.queue.add(List.of(job("b")), AddMode.UNCHECKED));
	}

	@Test
	void ringsWhenAJobIsAddedToAQueueWhoseJobsAreAllLeased() {
		add("a");
		leaseOne(this.queue);
		assertRings(() -> add("b"));
	}

	@Test
	void ringsWhenAJobIsAddedThatIsDueEarlierThanAllOthers() {
		List<Job> jobs = jobsInLine(3);
		assertRings(() -> this.queue.add(jobs.get(0).withDelay(Duration.ofHours(2))));
		assertRings(() -> this.queue.add(jobs.get(1).withDelay(Duration.ofHours(1))));
		assertSilent(() -> this.queue.add(jobs.get(2).withDelay(Duration.ofHours(3))));
	}

	@Test
	void ringsWhenAFailedJobComesBackEarlierThanAllOthers() {
		this.queue.add(jobsInLine(3));
		List<Lease> leases = this.queue.lease(3).leases();
		assertRings(() -> this.queue.retry(Map.of(leases.get(0), failure(Duration.ofHours(2)))));
		assertRings(() -> this.queue.retry(Map.of(leases.get(1), failure(Duration.ofHours(1)))));
		assertSilent(() -> this.queue.retry(Map.of(leases.get(2), failure(Duration.ofHours(3)))));
	}

	@Test
	void ringsWhenAPauseEnds() {
		add("a");
		this.queue.pause();
		assertRings(this.queue::resume);
	}

	@Test
	void ringsWhenJobsAreReleased() {
		add("a");
		Lease lease = leaseOne(this.queue);
		assertRings(() -> this.queue.release(List.of(lease)));
	}

	@Test
	void ringsWhenJobsAreRedriven() {
		add("a");
		this.queue.bury(Map.of(leaseOne(this.queue), CAUSE));
		assertRings(() -> this.queue.deadLetters().redrive(List.of("a")));
	}

	@Test
	void ringsWhenAbandonedJobsAreReadyAgain() {
		expired("a");
		assertRings(() -> cleanUntilLeased(0));
	}

	@Test
	void isSilentWhileThereIsWorkToDo() {
		List<Job> jobs = jobsInLine(6);
		this.queue.add(jobs.subList(0, 4));
		assertSilent(() -> {
			assertThat(this.queue.add(jobs)).hasSize(2);
			List<Lease> leases = this.queue.lease(3).leases();
			this.queue.extend(leases);
			complete(this.queue, leases.get(0));
			this.queue.bury(Map.of(leases.get(1), CAUSE));
			assertThat(this.queue.cancel(jobs.get(5).id())).isTrue();
			this.queue.counts();
		});
	}

	@Test
	void isSilentForThoseWhoLostTheirLease() {
		add("a");
		Lease lost = leaseOne(this.queue);
		this.queue.cancel("a");
		assertSilent(() -> {
			for (Settlement settlement : Settlement.values()) {
				settlement.by(this.queue, lost);
			}
			this.queue.deadLetters().redrive(List.of("a"));
		});
	}

	@Test
	void keepsOneRingOnly() {
		for (int i = 0; i < 5; i++) {
			add("a");
			complete(this.queue, leaseOne(this.queue));
		}
		assertThat(this.redis.commands().xlen(this.keys.bell())).isOne();
	}

	@Test
	void whatRangBetweenLookingAndWaitingIsNotLost() throws InterruptedException {
		try (Bells bells = bells()) {
			Bell bell = bells.bell("orders");
			long seen = bell.rings();
			assertThat(this.queue.lease(1).leases()).isEmpty();
			add("a");
			bell.await(seen, Duration.ofSeconds(20));
			assertThat(bell.rings()).isGreaterThan(seen);
		}
	}

	@Test
	void allWaitingInstancesAreWoken() throws Exception {
		CountDownLatch looked = new CountDownLatch(2);
		try (Bells one = bells(); Bells two = bells()) {
			List<CompletableFuture<List<Lease>>> waiters = Stream.of(one, two)
				.map((bells) -> CompletableFuture.supplyAsync(() -> {
					assertThat(this.queue.lease(1).leases()).isEmpty();
					looked.countDown();
					return waitForOne(this.queue, bells.bell("orders"));
				}))
				.toList();
			assertThat(looked.await(20, TimeUnit.SECONDS)).isTrue();
			add("a", "b");
			for (CompletableFuture<List<Lease>> waiter : waiters) {
				assertThat(waiter.get(20, TimeUnit.SECONDS)).hasSize(1);
			}
		}
	}

	private Bells bells() {
		return new Bells(this.redis.connections(), this.redis.keyPrefix(), Duration.ofSeconds(1));
	}

	/** Waits without any fallback: only the bell ends the wait. */
	private static List<Lease> waitForOne(WorkerQueue worker, Bell bell) {
		while (true) {
			long seen = bell.rings();
			List<Lease> leases = worker.lease(1).leases();
			if (!leases.isEmpty()) {
				return leases;
			}
			try {
				bell.await(seen, null);
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}
	}

}
