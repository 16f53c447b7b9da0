package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.queue.GivenLeases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What the holder of a lease does with it. Rule 5 of the contract, and the budget of
 * failures of rule 6.
 */
abstract class SettleContract extends QueueTests {

	@Test
	void theLeaseOfAHandlerSettlesItsJob() {
		add("a");
		Lease lease = leaseOne(this.queue);
		Lease held = GivenLeases.held(() -> lease);
		assertThat(this.queue.extend(List.of(held))).containsExactly(lease);
		assertThat(this.queue.retry(Map.of(held, new Failure(Duration.ZERO, Cause.of(Cause.Reason.FAILURES, "again"))))
			.retried()).containsExactly(lease);
		assertCounts(1, 0, 0, 0);
	}

	@ParameterizedTest
	@EnumSource(Settlement.class)
	void refusesLeasesThatItHasNotGiven(Settlement settlement) {
		add("a");
		Lease lease = leaseOne(this.queue);
		Lease foreign = GivenLeases.forge("invoices", lease.job(), lease.token(), GivenLeases.receipt(lease));
		Lease made = Lease.builder("orders", lease.job()).token(lease.token()).build();
		var before = snapshot();
		assertThatIllegalArgumentException().isThrownBy(() -> settlement.by(this.queue, foreign))
			.withMessageContainingAll("invoices", "orders");
		assertThatIllegalArgumentException().isThrownBy(() -> settlement.by(this.queue, made))
			.withMessageContainingAll("Lease[orders/a", "Lease.of");
		assertThat(snapshot()).isEqualTo(before);
		assertThat(complete(this.queue, lease)).isTrue();
	}

	@Test
	void doesNothingWithNoLeases() {
		assertThat(this.queue.start(List.of(), true)).isEmpty();
		assertThat(this.queue.extend(List.of())).isEmpty();
		assertThat(this.queue.complete(List.of())).isEmpty();
		assertThat(this.queue.release(List.of())).isEmpty();
		assertThat(this.queue.postpone(Map.of())).isEmpty();
		assertThat(this.queue.bury(Map.of())).isEmpty();
		assertThat(this.queue.retry(Map.of()).retried()).isEmpty();
		assertNothingIsThere();
	}

	/** As a listener that was idle leases the only job: it has taken the wake-up. */
	private Lease leaseAlone(String id) {
		assertThat(leaseAll(this.queue)).isEmpty();
		add(id);
		this.commands.del(this.keys.bell());
		return leaseOne(this.queue);
	}

	@Test
	void theEndOfAJobLeavesOthersAsTheyAre() {
		Lease first = leaseAlone("a");
		add("b", "c");
		WorkerQueue two = worker("two");
		Lease second = leaseOne(two);
		assertThat(complete(this.queue, first)).isTrue();
		assertThat(complete(two, second)).isTrue();
		assertThat(leaseAll(this.queue)).singleElement()
			.satisfies((third) -> assertThat(List.of(first, second, third)).extracting(Lease::job)
				.containsExactlyInAnyOrder(job("a"), job("b"), job("c")));
	}

	@Test
	void theEndOfTheOnlyJobLeavesNothing() {
		Lease lease = leaseAlone("a");
		assertThat(this.queue.start(List.of(lease), true)).containsExactly(lease);
		assertThat(complete(this.queue, lease)).isTrue();
		assertNothingIsLeftBehind();
	}

	/**
	 * Redis leaves a hash as large as it was: the first pages of a scan may lack a job.
	 */
	@Test
	void theEndOfAJobLeavesAnotherThatIsFarFromItInAHashThatWasLarge() {
		Map<String, String> many = IntStream.range(0, 1000)
			.boxed()
			.collect(Collectors.toMap((number) -> "many-" + number, (number) -> ""));
		for (int i = 0; i < 100; i++) {
			Lease first = leaseAlone("first-" + i);
			String jobs = keysOf(first.id()).key("jobs");
			this.commands.hset(jobs, many);
			this.commands.hdel(jobs, many.keySet().toArray(String[]::new));
			add("second-" + i);
			assertThat(complete(this.queue, first)).isTrue();
			Lease second = leaseOne(this.queue);
			assertThat(second.job()).isEqualTo(job("second-" + i));
			assertThat(complete(this.queue, second)).isTrue();
		}
	}

	/** An end that was cut short leaves a job so. */
	@Test
	void whoHoldsAJobWithoutPayloadEndsNoOther() {
		Lease lease = leaseAlone("a");
		this.commands.hdel(keysOf("a").key("jobs"), "a");
		add("b");
		this.queue.complete(List.of(lease));
		assertThat(leaseAll(this.queue)).extracting(Lease::id).containsExactly("b");
	}

	@Test
	void settlesMoreThanFiveHundredLeasesInOneCall() {
		this.queue.add(jobs(1100));
		List<Lease> leases = leaseAll(this.queue);
		assertThat(this.queue.start(leases, true)).hasSize(1100);
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

	private static RetryResult retry(WorkerQueue holder, Lease lease, Duration delay) {
		return holder.retry(Map.of(lease, failure(delay)));
	}

	@Test
	void aFailedJobComesBackAfterItsDelayAndNeverEarly() {
		add("a");
		Lease lease = leaseOne(this.queue);
		long before = serverMicros();
		RetryResult result = retry(this.queue, lease, Duration.ofMillis(200));
		assertThat(result.retried()).containsExactly(lease);
		assertThat(result.buried()).isEmpty();
		Lease again = awaitLease(this.queue);
		assertThat(serverMicros() - before).isGreaterThanOrEqualTo(200_000);
		assertThat(again.failures()).isOne();
		assertThat(again.crashes()).isZero();
		assertThat(again.attempt()).isEqualTo(2);
	}

	@Test
	void aRestingJobIsHandedOutByLeasingAlone() {
		add("a", "b");
		List<Lease> leases = this.queue.lease(2).leases();
		retry(this.queue, leases.get(0), Duration.ofHours(2));
		retry(this.queue, leases.get(1), Duration.ofHours(1));
		assertThat(this.queue.lease(1).nextDue()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1).plusMillis(1));
	}

	@Test
	void oneFailureMoreThanAreRetriedBuriesTheJobWithItsLastCause() {
		WorkerQueue limited = create(limited("limited", LONG, 2, 3));
		add("a");
		for (int failures = 0; failures < 2; failures++) {
			Lease lease = leaseOne(limited);
			assertThat(lease.failures()).isEqualTo(failures);
			assertThat(retry(limited, lease, Duration.ZERO).retried()).containsExactly(lease);
		}
		Lease last = leaseOne(limited);
		Cause cause = Cause.of(Cause.Reason.FAILURES, new IllegalStateException("the last straw"), 4000);
		RetryResult result = limited.retry(Map.of(last, new Failure(Duration.ZERO, cause)));
		assertThat(result.retried()).isEmpty();
		assertThat(result.buried()).containsExactly(last);
		assertCounts(0, 0, 0, 1);
		assertThat(leaseAll(limited)).isEmpty();
		DeadLetter letter = limited.deadLetters().get("a").orElseThrow();
		assertThat(letter.cause()).isEqualTo(cause);
		assertThat(letter.history().failures()).isEqualTo(3);
		assertThat(letter.history().crashes()).isZero();
	}

	@Test
	void tellsInTheDeadLetterWhenTheJobFailedFirstAndLast() {
		add("a");
		Instant first = serverTime().minusMillis(1);
		retry(this.queue, leaseOne(this.queue), Duration.ofMillis(50));
		Instant afterFirst = serverTime();
		Lease lease = awaitLease(this.queue);
		Instant last = serverTime().minusMillis(1);
		retry(this.queue, lease, Duration.ofMillis(1));
		Instant afterLast = serverTime();
		this.queue.bury(Map.of(awaitLease(this.queue), CAUSE));
		DeadLetter letter = this.queue.deadLetters().get("a").orElseThrow();
		assertThat(letter.history().failures()).isEqualTo(2);
		assertThat(letter.history().firstFailure()).isBetween(first, afterFirst);
		assertThat(letter.history().lastFailure()).isBetween(last, afterLast);
	}

	@Test
	void delaysAreAtLeastZero() {
		assertThatIllegalArgumentException().isThrownBy(() -> failure(Duration.ofMillis(-1)))
			.withMessageContaining("zero")
			.withMessageContaining("-0.001");
	}

}
