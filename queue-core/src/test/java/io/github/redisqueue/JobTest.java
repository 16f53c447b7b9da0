package io.github.redisqueue;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class JobTest {

	private final Job job = Job.of("a", new byte[] { 1 }).withHeaders(Map.of("tenant", "blue", "kind", "order"));

	@Test
	void withHeadersReplacesAllHeaders() {
		assertThat(this.job.withHeaders(Map.of("k", "v")).headers()).isEqualTo(Map.of("k", "v"));
	}

	@Test
	void withHeaderAddsOneOrReplacesItsValue() {
		assertThat(this.job.withHeader("k", "v").headers())
			.isEqualTo(Map.of("tenant", "blue", "kind", "order", "k", "v"));
		assertThat(this.job.withHeader("tenant", "red").headers()).isEqualTo(Map.of("tenant", "red", "kind", "order"));
	}

	@Test
	void withAddedHeadersKeepsTheOthers() {
		assertThat(this.job.withAddedHeaders(Map.of("tenant", "red", "k", "v")).headers())
			.isEqualTo(Map.of("tenant", "red", "kind", "order", "k", "v"));
	}

	@Test
	void aCopyWithOtherHeadersKeepsEverythingElse() {
		Job delayed = this.job.withDelay(Duration.ofSeconds(1)).withHeader("k", "v");
		assertThat(delayed.id()).isEqualTo("a");
		assertThat(delayed.payload()).containsExactly(1);
		assertThat(delayed.delay()).isEqualTo(Duration.ofSeconds(1));
		assertThat(this.job.headers()).as("the original is unchanged").hasSize(2);
	}

	@Test
	void aDelayThatIsNegativeOrTooLongIsRefusedWithIt() {
		assertThat(this.job.withDelay(Job.MAX_DELAY).delay()).isEqualTo(Duration.ofDays(365));
		assertThatIllegalArgumentException().isThrownBy(() -> this.job.withDelay(Job.MAX_DELAY.plusNanos(1)))
			.withMessage("The delay of a job must be between zero and 365 days, but is PT8760H0.000000001S");
		assertThatIllegalArgumentException().isThrownBy(() -> this.job.withDelay(Duration.ofSeconds(Long.MIN_VALUE)))
			.withMessageContaining("but is PT-");
	}

	@Test
	void theDelayOfARetryThatIsNegativeOrTooLongIsRefusedWithIt() {
		Cause cause = Cause.of(Cause.Reason.FAILURES, "once");
		assertThat(new Failure(Job.MAX_DELAY, cause).delay()).isEqualTo(Duration.ofDays(365));
		assertThatIllegalArgumentException().isThrownBy(() -> new Failure(Duration.ofSeconds(Long.MAX_VALUE), cause))
			.withMessage("The delay of a retry must be between zero and 365 days, but is PT2562047788015215H30M7S");
		assertThatIllegalArgumentException().isThrownBy(() -> new Failure(Duration.ofMillis(-1), cause))
			.withMessageContaining("but is PT-0.001S");
	}

	@Test
	void aDelayReplacesAReadyTimeAndTheOtherWayRound() {
		Job delayed = this.job.withReadyAt(Instant.EPOCH).withDelay(Duration.ZERO);
		assertThat(delayed.readyAt()).isNull();
		assertThat(delayed.withReadyAt(Instant.EPOCH).delay()).isNull();
	}

	private static JobStatus withObstacles(Set<Obstacle> obstacles) {
		return new JobStatus("a", JobState.LEASED, Job.of("a", new byte[3]), 3, "customer-42", 1, 2, Instant.EPOCH,
				"one\nERROR", Instant.EPOCH.plusMillis(1), "two\nERROR", obstacles);
	}

	@Test
	void theTextOfAStatusHasNoPayloadAndForgesNoLineOfALog() {
		assertThat(withObstacles(Set.of(Obstacle.PAUSED))).asString()
			.contains("LEASED", "customer-42", "PAUSED")
			.doesNotContain("Job[", "\n");
	}

	@Test
	void theObstaclesOfAStatusAreACopyInTheirOrder() {
		Set<Obstacle> obstacles = new HashSet<>(Set.of(Obstacle.GROUPS, Obstacle.PAUSED));
		JobStatus status = withObstacles(obstacles);
		obstacles.clear();
		assertThat(status.obstacles()).containsExactly(Obstacle.PAUSED, Obstacle.GROUPS).isUnmodifiable();
	}

}
