package io.github.redisqueue;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The status of a job is what its builder was given.
 */
class JobStatusTest {

	private static JobStatus.Builder full() {
		return JobStatus.builder("a", JobState.LEASED)
			.job(Job.of("a", new byte[3]))
			.payloadSize(3)
			.group("customer-42")
			.failures(1)
			.crashes(2)
			.readyAt(Instant.EPOCH)
			.worker("one")
			.leaseEnd(Instant.EPOCH.plusMillis(1))
			.obstacles(Set.of(Obstacle.PAUSED, Obstacle.GROUPS));
	}

	@Test
	void nothingElseIsKnownOfAJobThanWasGiven() {
		JobStatus status = JobStatus.builder("a", JobState.READY).build();
		assertThat(status.id()).isEqualTo("a");
		assertThat(status.state()).isEqualTo(JobState.READY);
		assertThat(status.job()).isNull();
		assertThat(status.payloadSize()).isZero();
		assertThat(status.group()).isNull();
		assertThat(status.failures()).isZero();
		assertThat(status.crashes()).isZero();
		assertThat(status.readyAt()).isNull();
		assertThat(status.worker()).isNull();
		assertThat(status.leaseEnd()).isNull();
		assertThat(status.obstacles()).isEmpty();
	}

	@Test
	void statusesAreEqualIfAllThatIsKnownIs() {
		assertThat(full().build()).isEqualTo(full().build()).hasSameHashCodeAs(full().build());
		List<UnaryOperator<JobStatus.Builder>> changes = List.of((status) -> status.job(null),
				(status) -> status.payloadSize(4), (status) -> status.group(null), (status) -> status.failures(0),
				(status) -> status.crashes(0), (status) -> status.readyAt(null), (status) -> status.worker(null),
				(status) -> status.leaseEnd(null), (status) -> status.obstacles(Set.of()));
		changes.forEach((change) -> assertThat(change.apply(full()).build()).isNotEqualTo(full().build()));
		assertThat(JobStatus.builder("a", JobState.DEAD).build())
			.isNotEqualTo(JobStatus.builder("b", JobState.DEAD).build())
			.isNotEqualTo(JobStatus.builder("a", JobState.READY).build());
	}

	@Test
	void theTextOfAStatusHasNoPayloadAndForgesNoLineOfALog() {
		assertThat(full().worker("one\nERROR").build()).asString()
			.contains("LEASED", "customer-42", "PAUSED")
			.doesNotContain("\n");
	}

}
