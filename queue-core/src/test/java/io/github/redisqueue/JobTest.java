package io.github.redisqueue;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

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
	void aDelayReplacesAReadyTimeAndTheOtherWayRound() {
		Job delayed = this.job.withReadyAt(Instant.EPOCH).withDelay(Duration.ZERO);
		assertThat(delayed.readyAt()).isNull();
		assertThat(delayed.withReadyAt(Instant.EPOCH).delay()).isNull();
	}

}
