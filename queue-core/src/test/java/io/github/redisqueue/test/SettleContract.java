package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Failure;
import io.github.redisqueue.HeldLease;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.queue.GivenLeases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What the holder of a lease does with it. Rule 5 of the contract.
 */
abstract class SettleContract extends QueueTests {

	@Test
	void theLeaseOfAHandlerSettlesItsJob() {
		add("a");
		Lease lease = leaseOne(this.queue);
		Lease held = new HeldLease(new HeldLease.Holder() {

			@Override
			public Lease lease() {
				return lease;
			}

			@Override
			public boolean isLost() {
				return false;
			}

			@Override
			public CompletionStage<Boolean> extend() {
				throw new AssertionError("not called");
			}

		});
		assertThat(this.queue.extend(List.of(held))).containsExactly(lease);
		assertThat(this.queue.retry(Map.of(held, new Failure(Duration.ZERO, Cause.of(Cause.Reason.FAILURES, "again"))))
			.retried()).containsExactly(lease);
		assertCounts(1, 0, 0, 0);
	}

	@Test
	void completeIsTrueForExactlyOneOfManyCallers() throws Exception {
		List<Job> jobs = jobs(50);
		this.queue.add(jobs);
		List<Lease> leases = this.queue.lease(50).leases();
		ExecutorService threads = Executors.newFixedThreadPool(8);
		try {
			Callable<Integer> completeEach = () -> (int) leases.stream()
				.filter((lease) -> complete(this.queue, lease))
				.count();
			int completed = 0;
			for (Future<Integer> caller : threads.invokeAll(Collections.nCopies(8, completeEach))) {
				completed += caller.get();
			}
			assertThat(completed).isEqualTo(50);
		}
		finally {
			threads.shutdownNow();
		}
	}

	@ParameterizedTest
	@EnumSource(Settlement.class)
	void refusesLeasesOfAnotherQueue(Settlement settlement) {
		add("a");
		Lease lease = leaseOne(this.queue);
		Lease foreign = GivenLeases.forge("invoices", lease.job(), lease.token(), GivenLeases.receipt(lease));
		var before = snapshot();
		assertThatIllegalArgumentException().isThrownBy(() -> settlement.by(this.queue, foreign))
			.withMessageContaining("invoices")
			.withMessageContaining("orders");
		assertThat(snapshot()).isEqualTo(before);
	}

	@ParameterizedTest
	@EnumSource(Settlement.class)
	void refusesLeasesThatNoQueueHasGiven(Settlement settlement) {
		add("a");
		Lease lease = leaseOne(this.queue);
		Lease made = Lease.builder("orders", lease.job()).token(lease.token()).build();
		var before = snapshot();
		assertThatIllegalArgumentException().isThrownBy(() -> settlement.by(this.queue, made))
			.withMessageContaining("Lease[orders/a")
			.withMessageContaining("Lease.of");
		assertThat(snapshot()).isEqualTo(before);
		assertThat(complete(this.queue, lease)).isTrue();
	}

	@Test
	void doesNothingWithNoLeases() {
		assertThat(this.queue.start(List.of())).isEmpty();
		assertThat(this.queue.extend(List.of())).isEmpty();
		assertThat(this.queue.complete(List.of())).isEmpty();
		assertThat(this.queue.release(List.of())).isEmpty();
		assertThat(this.queue.postpone(Map.of())).isEmpty();
		assertThat(this.queue.bury(Map.of())).isEmpty();
		assertThat(this.queue.retry(Map.of()).retried()).isEmpty();
		assertNothingIsThere();
	}

	@Test
	void settlesMoreThanFiveHundredLeasesInOneCall() {
		this.queue.add(jobs(1100));
		List<Lease> leases = leaseAll(this.queue);
		assertThat(this.queue.start(leases)).hasSize(1100);
		assertThat(this.queue.extend(leases)).hasSize(1100);
		assertThat(this.queue.release(leases)).hasSize(1100);
		leases = leaseAll(this.queue);
		assertThat(this.queue.postpone(each(leases, Duration.ZERO))).hasSize(1100);
		leases = leaseAll(this.queue);
		assertThat(this.queue.retry(each(leases, failure(Duration.ZERO))).retried()).hasSize(1100);
		leases = leaseAll(this.queue);
		assertThat(this.queue.complete(leases.subList(0, 550))).hasSize(550);
		assertThat(this.queue.bury(each(leases.subList(550, 1100), CAUSE))).hasSize(550);
		assertCounts(0, 0, 0, 550);
	}

	@Test
	void settlesMoreThanFourMebibytesOfPayloadsInOneCall() {
		this.queue.add(jobs(6).stream().map((job) -> Job.of(job.id(), new byte[1024 * 1024])).toList());
		List<Lease> leases = leaseAll(this.queue);
		Map<Lease, Failure> failures = each(leases.subList(0, 3), failure(Duration.ofHours(1)));
		assertThat(this.queue.retry(failures).retried()).hasSize(3);
		assertThat(this.queue.bury(each(leases.subList(3, 6), CAUSE))).hasSize(3);
		assertCounts(0, 3, 0, 3);
	}

	@Test
	void returnsOnlyThoseOfABatchThatWereHeld() {
		add("a", "b", "c", "d");
		List<Lease> leases = this.queue.lease(4).leases();
		complete(this.queue, leases.get(1));
		this.queue.cancel(leases.get(2).id());
		assertThat(this.queue.start(leases)).containsExactlyInAnyOrder(leases.get(0), leases.get(3));
		assertThat(this.queue.extend(leases)).containsExactlyInAnyOrder(leases.get(0), leases.get(3));
		assertThat(this.queue.complete(leases)).containsExactlyInAnyOrder(leases.get(0), leases.get(3));
	}

	@Test
	void anExtendedLeaseLastsForAnotherLeaseTimeAndIsStillTheSameLease() {
		add("a");
		Lease lease = leaseOne(this.queue);
		long before = System.nanoTime();
		Lease extended = this.queue.extend(List.of(lease)).iterator().next();
		assertThat(extended).isEqualTo(lease);
		assertThat(extended.job()).isEqualTo(lease.job());
		assertThat(extended.deadline()).isGreaterThanOrEqualTo(before + LONG.toNanos()).isGreaterThan(lease.deadline());
		assertThat(complete(this.queue, lease)).as("by the lease as it was").isTrue();
	}

	@Test
	void aJobIsNobodyElsesWhileItsLeaseIsExtended() {
		add("a", "b");
		WorkerQueue holder = worker("holder");
		Set<Lease> held = Set.copyOf(holder.lease(2).leases());
		for (int i = 0; i < 5; i++) {
			advance(LONG.dividedBy(2));
			held = holder.extend(held);
			assertThat(held).hasSize(2);
			// Only the last extension keeps the leases from running out.
			advance(LONG.dividedBy(2));
			assertThat(this.queue.clean(CleanDepth.LIGHT)).isEqualTo(CleanReport.NOTHING);
			assertThat(this.queue.lease(2).leases()).isEmpty();
			held = holder.extend(held);
		}
		assertThat(holder.complete(held)).hasSize(2);
	}

	@Test
	void releasedJobsAreReadyAtOnce() {
		add("a", "b", "c", "d");
		List<Lease> leases = this.queue.lease(3).leases();
		assertThat(this.queue.release(leases.subList(0, 2))).containsExactlyInAnyOrderElementsOf(leases.subList(0, 2));
		assertCounts(3, 0, 1, 0);
		List<String> ready = new ArrayList<>(List.of("a", "b", "c", "d"));
		ready.remove(leases.get(2).id());
		assertThat(ids(worker("two").lease(4).leases())).containsExactlyInAnyOrderElementsOf(ready);
	}

	@Test
	void releasingAndPostponingCountNothing() {
		add("a");
		this.queue.retry(Map.of(leaseOne(this.queue), failure(Duration.ZERO)));
		for (int i = 0; i < 20; i++) {
			Lease lease = awaitLease(this.queue);
			assertThat(List.of(lease.attempt(), lease.failures(), lease.crashes())).containsExactly(2, 1, 0);
			assertThat((i % 2 == 0) ? this.queue.release(List.of(lease))
					: this.queue.postpone(Map.of(lease, Duration.ZERO)))
				.containsExactly(lease);
		}
		assertCounts(1, 0, 0, 0);
		assertThat(this.queue.cancel("a")).isTrue();
	}

	@Test
	void aPostponedJobIsReadyAgainAfterItsDelayAndNotBefore() {
		this.queue.add(job("a").withHeaders(Map.of("k", "v")));
		add("b");
		Map<String, Lease> leases = new HashMap<>();
		this.queue.lease(2).leases().forEach((lease) -> leases.put(lease.id(), lease));
		Duration delay = Duration.ofMinutes(1);
		assertThat(this.queue.postpone(Map.of(leases.get("a"), delay))).containsExactly(leases.get("a"));
		assertCounts(0, 1, 1, 0);
		assertThat(complete(this.queue, leases.get("b"))).isTrue();
		advance(delay.minusSeconds(20));
		assertThat(this.queue.lease(2).leases()).isEmpty();
		advance(Duration.ofSeconds(21));
		Lease again = awaitLease(this.queue);
		assertThat(leases.get("a").isFirst()).isTrue();
		assertThat(again.isFirst()).isFalse();
		assertThat(again.attempt()).isOne();
		assertThat(again.job().headers()).containsEntry("k", "v");
		assertThat(again.job()).isEqualTo(leases.get("a").job());
		assertThat(again.token()).isGreaterThan(leases.get("a").token());
		assertThat(complete(this.queue, again)).isTrue();
		assertNothingIsLeftBehind();
	}

	@Test
	void aDelayThatIsNegativeOrTooLongPostponesNoJob() {
		add("a", "b");
		List<Lease> leases = this.queue.lease(2).leases();
		for (Duration invalid : List.of(Duration.ofMillis(-1), Job.MAX_DELAY.plusMillis(1))) {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> this.queue.postpone(Map.of(leases.get(0), Duration.ZERO, leases.get(1), invalid)))
				.withMessageContainingAll("postponed", "365 days", invalid.toString());
		}
		assertCounts(0, 0, 2, 0);
		assertThat(this.queue.postpone(Map.of(leases.get(0), Job.MAX_DELAY))).hasSize(1);
		assertCounts(0, 1, 1, 0);
	}

	@Test
	void aBuriedJobIsDeadWithItsCause() {
		add("a", "b");
		List<Lease> leases = this.queue.lease(2).leases();
		Cause cause = Cause.of(Cause.Reason.NOT_RETRYABLE, new IllegalStateException("no good"), 4000);
		assertThat(this.queue.bury(Map.of(leases.get(0), CAUSE, leases.get(1), cause)))
			.containsExactlyInAnyOrderElementsOf(leases);
		assertCounts(0, 0, 0, 2);
		assertThat(leaseAll(this.queue)).isEmpty();
		assertThat(this.queue.cancel(List.of("a", "b"))).isEmpty();
		assertCounts(0, 0, 0, 2);
		assertThat(this.queue.deadLetters().get(leases.get(0).id())).get()
			.extracting(DeadLetter::cause)
			.isEqualTo(CAUSE);
		assertThat(this.queue.deadLetters().get(leases.get(1).id())).get()
			.extracting(DeadLetter::cause)
			.isEqualTo(cause);
	}

}
