package io.github.redisqueue;

import java.time.Duration;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class GroupsTest {

	private static final Job JOB = Job.of("a", new byte[] { 1 });

	@Test
	void aJobHasNoGroupUnlessItIsGivenOne() {
		assertThat(JOB.group()).isNull();
		Job grouped = JOB.withDelay(Duration.ofSeconds(1)).withGroup("customer-42");
		assertThat(grouped.group()).isEqualTo("customer-42");
		assertThat(grouped.withHeader("k", "v").withDelay(Duration.ZERO).group()).isEqualTo("customer-42");
		assertThat(grouped.delay()).isEqualTo(Duration.ofSeconds(1));
		assertThat(grouped.withGroup("customer-43").group()).isEqualTo("customer-43");
		assertThat(JOB.group()).as("the original is unchanged").isNull();
		assertThat(JOB.withGroup("x")).isEqualTo(JOB.withGroup("x")).isNotEqualTo(JOB).isNotEqualTo(JOB.withGroup("y"));
	}

	@Test
	void aNameHasUpTo200Bytes() {
		for (String longest : new String[] { "x".repeat(200), "\u00fc".repeat(100), "\ud83d\ude00".repeat(50) }) {
			assertThat(JOB.withGroup(longest).group()).isEqualTo(longest);
			assertThatIllegalArgumentException().isThrownBy(() -> JOB.withGroup(longest + "y"))
				.withMessage("The name of a group must have 1 to 200 bytes in UTF-8, but has 201");
		}
		assertThatIllegalArgumentException().isThrownBy(() -> JOB.withGroup(""))
			.withMessage("The name of a group must have 1 to 200 bytes in UTF-8, but has 0");
	}

	@ParameterizedTest
	@ValueSource(strings = { "\u0000", "a\nb", "\u007f", "a\u0085", "\ud800", "a\udc00b" })
	void aNameWithControlCharactersOrHalvesOfCharactersIsRefused(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> JOB.withGroup(name))
			.withMessageStartingWith(
					"The name of a group must be valid Unicode text without control characters, but is '")
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("\n").doesNotContain("\u0000"));
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, -1, 10_001, Integer.MAX_VALUE })
	void aNumberOfOpenJobsOutOfItsRangeIsRefusedWithIt(int maxConcurrent) {
		assertThatIllegalArgumentException().isThrownBy(() -> Groups.of(maxConcurrent))
			.withMessage("The number of open jobs of a group must be between 1 and 10000, but is " + maxConcurrent);
	}

	@ParameterizedTest
	@CsvSource({ "10/s, PT0.1S", "1/h, PT1H", "3/s, PT0.333333333S" })
	void aRateSpacesItsJobsEvenly(String rate, Duration spacing) {
		assertThat(new Groups(1, RateLimit.valueOf(rate).withBurst(1)).spacing()).isEqualTo(spacing);
	}

	@Test
	void aRateWithABurstIsRefused() {
		assertThat(Groups.of(10_000).spacing()).isZero();
		assertThatIllegalArgumentException().isThrownBy(() -> new Groups(1, RateLimit.valueOf("100/s")))
			.withMessageContaining("burst 1");
	}

	@Test
	void countsOfShardsAddUpWhatWaits() {
		QueueCounts one = new QueueCounts(1, 0, 2, 0, 0, null, false, Set.of());
		QueueCounts both = one.plus(new QueueCounts(0, 0, 3, 0, 0, null, false, Set.of()));
		assertThat(both).isEqualTo(new QueueCounts(1, 0, 5, 0, 0, null, false, Set.of()));
	}

}
