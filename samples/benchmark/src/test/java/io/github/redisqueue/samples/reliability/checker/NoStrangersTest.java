package io.github.redisqueue.samples.reliability.checker;

import io.github.redisqueue.samples.reliability.history.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NoStrangersTest {

	private final Invariant invariant = JobInvariants.NO_STRANGERS;

	@Test
	void aJobThatNobodyAddedIsAStranger() {
		assertThat(Fabricated.soundJob().begun("b", 200, 8).violations(this.invariant))
			.containsExactly("was there before anybody added it");
	}

	@Test
	void aJobCannotBeginBeforeItsAddition() {
		assertThat(new Fabricated().begun("a", 100, 1).added("a", 200).violations(this.invariant)).hasSize(1);
	}

	@Test
	void anAdditionWithoutAReplyMayHaveSucceeded() {
		assertThat(new Fabricated().added("a", 100, Outcome.UNKNOWN).begun("a", 101, 1).violations(this.invariant))
			.isEmpty();
		assertThat(Fabricated.soundJob().violations(this.invariant)).isEmpty();
	}

}
