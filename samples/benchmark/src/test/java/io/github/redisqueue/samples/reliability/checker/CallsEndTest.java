package io.github.redisqueue.samples.reliability.checker;

import java.util.Map;

import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CallsEndTest {

	private final Invariant invariant = TimeInvariants.CALLS_END;

	private static Fabricated added(long end) {
		return new Fabricated().with(Operation.ADD, "a", 100, end, Outcome.UNKNOWN, Map.of());
	}

	@Test
	void aCallThatLastsMuchLongerThanItsTimeoutIsAViolation() {
		assertThat(added(13_200).violations(this.invariant)).containsExactly("was added by a call of 13100000 µs");
	}

	@Test
	void aCallThatEndsSoonAfterItsTimeoutIsSound() {
		assertThat(added(13_000).violations(this.invariant)).isEmpty();
	}

	@Test
	void theTimeForWhichTheProcessDidNotRunDoesNotCount() {
		assertThat(added(13_200).with(Operation.STALL, "", 5000, 5300, Outcome.OK, Map.of()).violations(this.invariant))
			.isEmpty();
	}

}
