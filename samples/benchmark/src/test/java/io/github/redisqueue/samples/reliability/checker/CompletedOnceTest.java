package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CompletedOnceTest {

	private final Invariant invariant = JobInvariants.COMPLETED_ONCE;

	private static Fabricated completedTwice() {
		return Fabricated.soundJob().changed(Operation.COMPLETE, "a", 300, 8, Outcome.OK);
	}

	@Test
	void completingAJobTwiceIsAViolation() {
		assertThat(completedTwice().violations(this.invariant)).containsExactly("was completed 2 times in 1 lives");
	}

	@Test
	void aRefusedCompletionIsNone() {
		assertThat(Fabricated.soundJob()
			.changed(Operation.COMPLETE, "a", 300, 8, Outcome.FAILED)
			.changed(Operation.COMPLETE, "a", 300, 9, Outcome.UNKNOWN)
			.violations(this.invariant)).isEmpty();
	}

	@Test
	void aJobThatWasAddedAgainIsCompletedAgain() {
		assertThat(completedTwice().added("a", 200).violations(this.invariant)).isEmpty();
	}

	@Test
	void aCompletionThatRedisLostMayBeRepeated() {
		assertThat(completedTwice().fault(200, 250, Map.of("effects", List.of("loses"), "losesFrom", 100_000))
			.violations(this.invariant)).isEmpty();
	}

}
