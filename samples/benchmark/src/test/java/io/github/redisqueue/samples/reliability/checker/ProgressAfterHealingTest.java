package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressAfterHealingTest {

	private final Invariant invariant = TimeInvariants.PROGRESS_AFTER_HEALING;

	private static Fabricated broken() {
		return Fabricated.soundJob().added("b", 900).fault(1000, 2000, "repeats");
	}

	@Test
	void noProgressWithinFiveSecondsIsAViolation() {
		assertThat(broken().begun("b", 7100, 8).violations(this.invariant))
			.containsExactly("no job was handled within 5 s after something");
		assertThat(broken().violations(this.invariant)).hasSize(1);
	}

	@Test
	void timelyProgressIsSound() {
		assertThat(broken().begun("b", 6900, 8).violations(this.invariant)).isEmpty();
	}

	@Test
	void aStrikeMayGoOnWhenJobsHaveToBeHandledAgain() {
		Map<String, Object> facts = Map.of("effects", List.of("repeats"), "healed", 2_000_000);
		Fabricated history = Fabricated.soundJob().added("b", 900).fault(1000, 12_000, facts);
		assertThat(history.begun("b", 7100, 8).violations(this.invariant)).hasSize(1);
		assertThat(history.begun("b", 6900, 8).violations(this.invariant)).isEmpty();
	}

	@Test
	void aJobThatIsHandledLaterWasNotLost() {
		Fabricated history = Fabricated.soundJob().added("b", 900).fault(1000, 2000, "repeats", "loses");
		assertThat(history.violations(this.invariant)).isEmpty();
		assertThat(history.begun("b", 7100, 8).violations(this.invariant)).hasSize(1);
	}

	@Test
	void anIdleQueueNeedNotProgress() {
		assertThat(Fabricated.soundJob().fault(1000, 2000, "repeats").violations(this.invariant)).isEmpty();
	}

	@Test
	void aJobThatCannotBeReadIsNeverHandled() {
		assertThat(broken().dead("b", 20_000, "NOT_RETRYABLE", 1, 0).violations(this.invariant)).isEmpty();
	}

	@Test
	void theNextFaultMayPreventProgress() {
		assertThat(broken().fault(4000, 9000, "repeats").begun("b", 9100, 8).violations(this.invariant)).isEmpty();
	}

}
