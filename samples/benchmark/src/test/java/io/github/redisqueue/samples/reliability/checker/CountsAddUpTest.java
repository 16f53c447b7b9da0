package io.github.redisqueue.samples.reliability.checker;

import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CountsAddUpTest {

	private final Invariant invariant = CountsAddUp.INVARIANT;

	@ParameterizedTest
	@ValueSource(ints = { 0, 1 })
	void aJobThatIsCountedNeverOrTwiceIsAViolation(int times) {
		assertThat(new Fabricated().added("a", 100).counted(200, times, times).violations(this.invariant))
			.containsExactly("counts " + 2 * times + " jobs, but 1 to 1 are there");
	}

	@Test
	void anEndedJobIsNotCountedForLong() {
		assertThat(Fabricated.soundJob().counted(117, 0, 1).violations(this.invariant)).isEmpty();
		assertThat(Fabricated.soundJob().counted(118, 0, 1).violations(this.invariant)).hasSize(1);
	}

	@Test
	void whatIsUnknownMayBeCountedOrNot() {
		assertThat(new Fabricated().added("a", 100, Outcome.UNKNOWN)
			.counted(200, 0, 0)
			.counted(300, 1, 0)
			.violations(this.invariant)).isEmpty();
		assertThat(new Fabricated().added("a", 100).counted(101, 0, 0).violations(this.invariant)).isEmpty();
	}

	@Test
	void aLossExcusesLaterCounts() {
		assertThat(
				new Fabricated().added("a", 100).fault(150, 160, "loses").counted(200, 0, 0).violations(this.invariant))
			.isEmpty();
	}

}
