package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.redisqueue.samples.reliability.checker.ExecutionInvariants.FAILURES_COUNTED;
import static io.github.redisqueue.samples.reliability.checker.ExecutionInvariants.REPEATS_EXPLAINED;
import static org.assertj.core.api.Assertions.assertThat;

class ExecutionInvariantsTest {

	@Test
	void withoutFaultsAJobIsHandledOnce() {
		assertThat(Fabricated.soundJob().violations(REPEATS_EXPLAINED)).isEmpty();
		assertThat(Fabricated.soundJob().begun("a", 2000, 8).violations(REPEATS_EXPLAINED))
			.containsExactly("was handled again without a fault");
	}

	@Test
	void aFaultNearByExplainsARepetition() {
		assertThat(Fabricated.soundJob().fault(112, 113, "repeats").begun("a", 2000, 8).violations(REPEATS_EXPLAINED))
			.isEmpty();
	}

	@Test
	void aFaultLongBeforeOrOfAnotherKindExplainsNothing() {
		Fabricated history = Fabricated.soundJob().begun("a", 20_000, 8).begun("a", 40_000, 9);
		assertThat(history.fault(112, 113, "corrupts").fault(20_500, 20_600, "repeats").violations(REPEATS_EXPLAINED))
			.containsExactly("was handled again without a fault");
	}

	@Test
	void aFaultMayExplainRepetitionsOfWhatSomeProcessesBeganOnly() {
		Fabricated history = Fabricated.soundJob().begun("a", 2000, 8);
		assertThat(history.fault(112, 113, Map.of("effects", List.of("repeats"), "repeatsOf", List.of("other")))
			.violations(REPEATS_EXPLAINED)).containsExactly("was handled again without a fault");
		assertThat(history.fault(112, 113, Map.of("effects", List.of("repeats"), "repeatsOf", List.of("test")))
			.violations(REPEATS_EXPLAINED)).isEmpty();
	}

	@Test
	void oneFaultExplainsOneRepetitionInEachWorker() {
		Fabricated history = Fabricated.soundJob().begun("a", 500, 8).begun("a", 600, 9);
		assertThat(history.fault(112, 113, "repeats").violations(REPEATS_EXPLAINED))
			.containsExactly("was repeated 2 times, but only 1 faults may explain that");
		assertThat(history.fault(112, 114, Map.of("effects", List.of("repeats"), "times", 5))
			.violations(REPEATS_EXPLAINED)).isEmpty();
	}

	@Test
	void aLossExplainsSeveralRepetitionsShortlyAfterIt() {
		Fabricated history = new Fabricated().fault(10, 20, "repeats", "loses")
			.added("a", 100)
			.begun("a", 110, 7)
			.begun("a", 120, 8)
			.begun("a", 130, 9);
		assertThat(history.violations(REPEATS_EXPLAINED)).isEmpty();
	}

	@Test
	void aStallOfAProcessCountsAsAFault() {
		assertThat(Fabricated.soundJob()
			.with(Operation.STALL, "", 115, 1400, Outcome.OK, Map.of())
			.begun("a", 2000, 8)
			.violations(REPEATS_EXPLAINED)).isEmpty();
	}

	@Test
	void failuresAndRedrivesNeedNoFault() {
		assertThat(new Fabricated().added("a", 100)
			.begun("a", 110, 1)
			.failed("a", 110, 120, 1)
			.begun("a", 500, 2, 1, 0)
			.with(Operation.REDRIVE, "a", 600, 601, Outcome.OK, Map.of())
			.begun("a", 700, 3)
			.violations(REPEATS_EXPLAINED)).isEmpty();
	}

	private static Fabricated failedOnce() {
		return new Fabricated().added("a", 100).begun("a", 110, 1).failed("a", 110, 120, 1);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 2 })
	void aFailureThatIsNotCountedOrThatNoHandlerHadIsAViolation(int counted) {
		assertThat(failedOnce().begun("a", 500, 2, counted, 0).violations(FAILURES_COUNTED))
			.containsExactly("has " + counted + " failures, but handlers failed 1 times");
	}

	@Test
	void aFailureMayBeLostWithTheConnection() {
		assertThat(failedOnce().fault(120, 130, "repeats").begun("a", 500, 2, 0, 0).violations(FAILURES_COUNTED))
			.isEmpty();
	}

	@Test
	void aCrashWithoutAFaultIsAViolation() {
		Fabricated history = failedOnce().dead("a", 500, "FAILURES", 1, 1);
		assertThat(history.violations(FAILURES_COUNTED))
			.containsExactly("has 1 crashes, but only 0 faults may explain one");
		assertThat(history.fault(130, 140, "repeats").violations(FAILURES_COUNTED)).isEmpty();
	}

	@Test
	void poisonMustNotTakeAHealthyJobAlong() {
		Fabricated history = new Fabricated().added("healthy", 100)
			.fault(105, 106, "poisons", "repeats")
			.fault(110, 110, Map.of("effects", List.of("repeats"), "consequence", 1))
			.dead("healthy", 500, "CRASHES", 0, 1);
		assertThat(history.violations(FAILURES_COUNTED)).containsExactly("was buried for the crashes of another job");
		assertThat(history.fault(120, 130, "repeats").violations(FAILURES_COUNTED)).isEmpty();
	}

	@Test
	void aPayloadThatCannotBeReadIsAFailureWithoutACallOfTheHandler() {
		assertThat(new Fabricated().added("a", 100).dead("a", 200, "NOT_RETRYABLE", 1, 0).violations(FAILURES_COUNTED))
			.isEmpty();
	}

	@Test
	void poisonItselfIsBuried() {
		assertThat(new Fabricated().with(Operation.ADD, "poison", 100, 101, Outcome.OK, Map.of("poison", 1))
			.fault(105, 106, "poisons", "repeats")
			.dead("poison", 500, "CRASHES", 0, 1)
			.violations(FAILURES_COUNTED)).isEmpty();
	}

	@Test
	void countedFailuresAreSound() {
		assertThat(failedOnce().begun("a", 500, 2, 1, 0).dead("a", 600, "FAILURES", 1, 0).violations(FAILURES_COUNTED))
			.isEmpty();
	}

}
