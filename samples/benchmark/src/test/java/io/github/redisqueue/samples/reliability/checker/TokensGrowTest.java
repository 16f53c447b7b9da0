package io.github.redisqueue.samples.reliability.checker;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TokensGrowTest {

	private final Invariant invariant = LeaseInvariants.TOKENS_GROW;

	@Test
	void aTokenThatDoesNotGrowIsAViolation() {
		assertThat(Fabricated.soundJob().leased("a", 2000, 7).violations(this.invariant))
			.containsExactly("has the token 7 after 7");
		assertThat(Fabricated.soundJob().begun("a", 2000, 3).violations(this.invariant))
			.containsExactly("has the token 3 after 7");
	}

	@Test
	void growingTokensAreSound() {
		assertThat(Fabricated.soundJob().leased("a", 2000, 8).begun("a", 2001, 9).violations(this.invariant)).isEmpty();
	}

	@Test
	void aFrozenProcessMayBeginLateButNeverTwiceWithOneLease() {
		Fabricated history = Fabricated.soundJob().fault(100, 2000, "repeats");
		assertThat(history.begun("a", 2000, 3).violations(this.invariant)).isEmpty();
		assertThat(history.begun("a", 2001, 3).violations(this.invariant)).containsExactly("has the token 3 after 3");
	}

	@Test
	void leasesThatOverlapMayComeInAnyOrder() {
		assertThat(new Fabricated().added("a", 1).leased("a", 10, 5).leased("a", 11, 4).violations(this.invariant))
			.isEmpty();
	}

}
