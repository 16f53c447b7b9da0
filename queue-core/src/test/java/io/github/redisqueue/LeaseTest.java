package io.github.redisqueue;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import io.github.redisqueue.algorithm.queue.GivenLeases;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Leases for the unit tests of handlers.
 */
class LeaseTest {

	private final Job job = Job.of("a", new byte[] { 1 });

	@Test
	void isTheFirstDeliveryOfAJobWithTimeLeft() {
		Lease lease = Lease.of("orders", this.job);
		assertThat(lease.queue()).isEqualTo("orders");
		assertThat(lease.job()).isSameAs(this.job);
		assertThat(lease.id()).isEqualTo("a");
		assertThat(lease.attempt()).isEqualTo(1);
		assertThat(lease.remaining()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(30));
	}

	@Test
	void isALaterDeliveryIfTheTestSaysSo() {
		Lease lease = Lease.builder("orders", this.job)
			.failures(2)
			.crashes(1)
			.token(7)
			.remaining(Duration.ofHours(1))
			.build();
		assertThat(lease.failures()).isEqualTo(2);
		assertThat(lease.crashes()).isEqualTo(1);
		assertThat(lease.attempt()).isEqualTo(4);
		assertThat(lease.token()).isEqualTo(7);
		assertThat(lease.remaining()).isGreaterThan(Duration.ofMinutes(30));
		assertThat(lease).hasToString("Lease[orders/a, attempt 4, token 7]");
	}

	@Test
	void lastsNoLongerThanALeaseCan() {
		for (Duration remaining : List.of(Duration.ofDays(366), Duration.ofDays(-366),
				ChronoUnit.FOREVER.getDuration())) {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> Lease.builder("orders", this.job).remaining(remaining))
				.withMessage("The remaining time of a lease must be between -365 and 365 days, but is " + remaining);
		}
	}

	@Test
	void isPrintedWithoutCharactersThatForgeLines() {
		Job forged = Job.of("a\n" + "b".repeat(500), new byte[0]);
		String id = "a\\n" + "b".repeat(498) + "... (502 characters)";
		assertThat(forged).hasToString("Job[" + id + ", 0 bytes]");
		assertThat(Lease.of("orders", forged)).hasToString("Lease[orders/" + id + ", attempt 1, token 1]");
		assertThat(GivenLeases.forge("orders", forged, 7, "receipt"))
			.hasToString("Lease[orders/" + id + ", attempt 1, token 7]");
	}

	@Test
	void equalsALeaseWithTheSameQueueJobAndToken() {
		Lease lease = Lease.builder("orders", this.job).token(7).build();
		Lease given = GivenLeases.forge("orders", this.job, 7, "receipt");
		assertThat(lease).isEqualTo(given).hasSameHashCodeAs(given);
		assertThat(given).isEqualTo(lease);
		assertThat(lease).isEqualTo(Lease.builder("orders", this.job).token(7).failures(1).build())
			.isNotEqualTo(Lease.builder("orders", this.job).token(8).build())
			.isNotEqualTo(Lease.builder("invoices", this.job).token(7).build())
			.isNotEqualTo(Lease.builder("orders", Job.of("b", new byte[0])).token(7).build());
	}

	@Test
	void isLostWhenItsTimeIsOver() {
		assertThat(Lease.of("orders", this.job).isLost()).isFalse();
		assertThat(Lease.builder("orders", this.job).remaining(Duration.ZERO).build().isLost()).isTrue();
	}

	@Test
	void extendsWithoutRedisInUnitTestsUnlessItIsLost() {
		assertThat(Lease.of("orders", this.job).extend()).isCompletedWithValue(true);
		assertThat(Lease.builder("orders", this.job).remaining(Duration.ZERO).build().extend())
			.isCompletedWithValue(false);
	}

	@Test
	void ofAQueueDoesNotExtendItself() {
		assertThat(GivenLeases.forge("orders", this.job, 7, "receipt").extend()).isCompletedExceptionally()
			.failsWithin(Duration.ZERO)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(UnsupportedOperationException.class)
			.withMessageContaining("WorkerQueue.extend with Lease[orders/a");
	}

	@Test
	void thatSomebodyHoldsEqualsTheLeaseAndFollowsIt() {
		AtomicReference<Lease> latest = new AtomicReference<>(
				Lease.builder("orders", this.job).failures(2).crashes(1).token(7).build());
		Lease held = GivenLeases.held(latest::get);
		assertThat(held).isEqualTo(latest.get()).isEqualTo(held).hasSameHashCodeAs(latest.get());
		assertThat(latest.get()).isEqualTo(held);
		assertThat(held).hasToString("Lease[orders/a, attempt 4, token 7]").isNotEqualTo(Lease.of("orders", this.job));
		latest.set(Lease.builder("orders", this.job).token(7).remaining(Duration.ofHours(1)).build());
		assertThat(held.remaining()).isGreaterThan(Duration.ofMinutes(30));
	}

}
