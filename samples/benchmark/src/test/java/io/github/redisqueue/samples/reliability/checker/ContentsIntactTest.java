package io.github.redisqueue.samples.reliability.checker;

import java.util.Map;

import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ContentsIntactTest {

	private final Invariant invariant = JobInvariants.CONTENTS_INTACT;

	@Test
	void anotherPayloadIsAViolation() {
		assertThat(begun(Map.of("payload", "other", "headers", "h")).violations(this.invariant))
			.containsExactly("has another payload");
	}

	@Test
	void otherHeadersAreAViolationUnlessSomebodyChangedTheirKey() {
		Fabricated history = begun(Map.of("payload", "p", "headers", "other"));
		assertThat(history.violations(this.invariant)).containsExactly("has other headers");
		assertThat(history.fault(50, 60, "corrupts").violations(this.invariant)).isEmpty();
	}

	@Test
	void theSameContentsAreSound() {
		assertThat(Fabricated.soundJob().dead("a", 300, "FAILURES", 0, 0).violations(this.invariant)).isEmpty();
	}

	private static Fabricated begun(Map<String, Object> facts) {
		return new Fabricated().added("a", 100).with(Operation.BEGIN, "a", 110, 110, Outcome.OK, facts);
	}

}
