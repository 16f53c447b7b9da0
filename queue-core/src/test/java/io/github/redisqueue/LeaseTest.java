package io.github.redisqueue;

import java.time.Duration;

import io.github.redisqueue.algorithm.GivenLeases;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

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

}
