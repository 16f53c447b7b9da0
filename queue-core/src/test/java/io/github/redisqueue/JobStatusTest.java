package io.github.redisqueue;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a status keeps to itself, and what nobody can change.
 */
class JobStatusTest {

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
