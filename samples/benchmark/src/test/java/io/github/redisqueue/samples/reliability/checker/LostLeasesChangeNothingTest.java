package io.github.redisqueue.samples.reliability.checker;

import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class LostLeasesChangeNothingTest {

	private final Invariant invariant = LeaseInvariants.LOST_LEASES_CHANGE_NOTHING;

	@ParameterizedTest
	@EnumSource(names = { "EXTEND", "COMPLETE", "RETRY", "RELEASE", "BURY" })
	void aChangeByALostLeaseIsAViolation(Operation form) {
		assertThat(leasedTwice().changed(form, "a", 2100, 7, Outcome.OK).violations(this.invariant))
			.containsExactly("was changed with the token 7 after it was leased with 8");
		assertThat(leasedTwice().changed(form, "a", 2100, 7, Outcome.FAILED)
			.changed(form, "a", 2200, 8, Outcome.OK)
			.violations(this.invariant)).as("refused changes, and those of the holder").isEmpty();
	}

	private static Fabricated leasedTwice() {
		return new Fabricated().added("a", 100).leased("a", 110, 7).begun("a", 2000, 8);
	}

}
