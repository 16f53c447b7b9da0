package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Lease;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Rule 6 of the contract, the budget of failures.
 */
abstract class RetryContract extends QueueTests {

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
	void someOfABatchAreRetriedAndSomeBuriedAndSomeAreLost() {
		WorkerQueue limited = create(limited("limited", LONG, 1, 3));
		add("a", "b");
		limited.retry(each(limited.lease(2).leases(), failure(Duration.ZERO)));
		add("c", "d", "e");
		List<Lease> leases = new ArrayList<>(limited.lease(5).leases());
		leases.sort(Comparator.comparing(Lease::id));
		assertThat(ids(leases)).containsExactly("a", "b", "c", "d", "e");
		limited.cancel("b");
		complete(limited, leases.get(4));
		RetryResult result = limited.retry(each(leases, failure(Duration.ofHours(1))));
		assertThat(ids(List.copyOf(result.buried()))).containsExactly("a");
		assertThat(ids(List.copyOf(result.retried()))).containsExactlyInAnyOrder("c", "d");
		assertCounts(0, 2, 0, 1);
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
	void aFailureAfterWhichAJobIsBuriedForItsExceptionCounts() {
		add("a");
		Cause cause = Cause.of(Cause.Reason.NOT_RETRYABLE, new IllegalArgumentException(), 100);
		this.queue.bury(Map.of(leaseOne(this.queue), cause));
		DeadLetter.History history = this.queue.deadLetters().get("a").orElseThrow().history();
		assertThat(history.failures()).isOne();
		assertThat(history.firstFailure()).isEqualTo(history.lastFailure()).isNotNull();
	}

	@Test
	void aFailureByAHolderWhoseLeaseRanOutIsCountedOnce() {
		Lease lease = reclaimed("a");
		assertThat(retry(shortWorker("vanished"), lease, Duration.ZERO).retried()).containsExactly(lease);
		Lease again = leaseOne(this.queue);
		assertThat(again.failures()).isOne();
		assertThat(leaseAll(this.queue)).isEmpty();
	}

	@Test
	void delaysAreAtLeastZero() {
		assertThatIllegalArgumentException().isThrownBy(() -> failure(Duration.ofMillis(-1)))
			.withMessageContaining("zero")
			.withMessageContaining("-0.001");
	}

}
