package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class FailuresCountedTest {

	private final Invariant invariant = ExecutionInvariants.FAILURES_COUNTED;

	private static Fabricated failedOnce() {
		return new Fabricated().added("a", 100).begun("a", 110, 1).failed("a", 110, 120, 1);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 2 })
	void aFailureThatIsNotCountedOrThatNoHandlerHadIsAViolation(int counted) {
		assertThat(failedOnce().begun("a", 500, 2, counted, 0).violations(this.invariant))
			.containsExactly("has " + counted + " failures, but handlers failed 1 times");
	}

	@Test
	void aFailureMayBeLostWithTheConnection() {
		assertThat(failedOnce().fault(120, 130, "repeats").begun("a", 500, 2, 0, 0).violations(this.invariant))
			.isEmpty();
	}

	@Test
	void aCrashWithoutAFaultIsAViolation() {
		Fabricated history = failedOnce().dead("a", 500, "FAILURES", 1, 1);
		assertThat(history.violations(this.invariant))
			.containsExactly("has 1 crashes, but only 0 faults may explain one");
		assertThat(history.fault(130, 140, "repeats").violations(this.invariant)).isEmpty();
	}

	@Test
	void poisonMustNotTakeAHealthyJobAlong() {
		Fabricated history = new Fabricated().added("healthy", 100)
			.fault(105, 106, "poisons", "repeats")
			.fault(110, 110, Map.of("effects", List.of("repeats"), "consequence", 1))
			.dead("healthy", 500, "CRASHES", 0, 1);
		assertThat(history.violations(this.invariant)).containsExactly("was buried for the crashes of another job");
		assertThat(history.fault(120, 130, "repeats").violations(this.invariant)).isEmpty();
	}

	@Test
	void aPayloadThatCannotBeReadIsAFailureWithoutACallOfTheHandler() {
		assertThat(new Fabricated().added("a", 100).dead("a", 200, "NOT_RETRYABLE", 1, 0).violations(this.invariant))
			.isEmpty();
	}

	@Test
	void poisonItselfIsBuried() {
		assertThat(new Fabricated().with(Operation.ADD, "poison", 100, 101, Outcome.OK, Map.of("poison", 1))
			.fault(105, 106, "poisons", "repeats")
			.dead("poison", 500, "CRASHES", 0, 1)
			.violations(this.invariant)).isEmpty();
	}

	@Test
	void countedFailuresAreSound() {
		assertThat(failedOnce().begun("a", 500, 2, 1, 0).dead("a", 600, "FAILURES", 1, 0).violations(this.invariant))
			.isEmpty();
	}

}
