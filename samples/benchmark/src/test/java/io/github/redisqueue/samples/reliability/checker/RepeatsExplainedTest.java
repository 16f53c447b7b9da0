package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RepeatsExplainedTest {

	private final Invariant invariant = ExecutionInvariants.REPEATS_EXPLAINED;

	@Test
	void withoutFaultsAJobIsHandledOnce() {
		assertThat(Fabricated.soundJob().violations(this.invariant)).isEmpty();
		assertThat(Fabricated.soundJob().begun("a", 2000, 8).violations(this.invariant))
			.containsExactly("was handled again without a fault");
	}

	@Test
	void aFaultNearByExplainsARepetition() {
		assertThat(Fabricated.soundJob().fault(112, 113, "repeats").begun("a", 2000, 8).violations(this.invariant))
			.isEmpty();
	}

	@Test
	void aFaultLongBeforeOrOfAnotherKindExplainsNothing() {
		Fabricated history = Fabricated.soundJob().begun("a", 20_000, 8).begun("a", 40_000, 9);
		assertThat(history.fault(112, 113, "corrupts").fault(20_500, 20_600, "repeats").violations(this.invariant))
			.containsExactly("was handled again without a fault");
	}

	@Test
	void aFaultMayExplainRepetitionsOfWhatSomeProcessesBeganOnly() {
		Fabricated history = Fabricated.soundJob().begun("a", 2000, 8);
		assertThat(history.fault(112, 113, Map.of("effects", List.of("repeats"), "repeatsOf", List.of("other")))
			.violations(this.invariant)).containsExactly("was handled again without a fault");
		assertThat(history.fault(112, 113, Map.of("effects", List.of("repeats"), "repeatsOf", List.of("test")))
			.violations(this.invariant)).isEmpty();
	}

	@Test
	void oneFaultExplainsOneRepetitionInEachWorker() {
		Fabricated history = Fabricated.soundJob().begun("a", 500, 8).begun("a", 600, 9);
		assertThat(history.fault(112, 113, "repeats").violations(this.invariant))
			.containsExactly("was repeated 2 times, but only 1 faults may explain that");
		assertThat(
				history.fault(112, 114, Map.of("effects", List.of("repeats"), "times", 5)).violations(this.invariant))
			.isEmpty();
	}

	@Test
	void aLossExplainsSeveralRepetitionsShortlyAfterIt() {
		Fabricated history = new Fabricated().fault(10, 20, "repeats", "loses")
			.added("a", 100)
			.begun("a", 110, 7)
			.begun("a", 120, 8)
			.begun("a", 130, 9);
		assertThat(history.violations(this.invariant)).isEmpty();
	}

	@Test
	void aStallOfAProcessCountsAsAFault() {
		assertThat(Fabricated.soundJob()
			.with(Operation.STALL, "", 115, 1400, Outcome.OK, Map.of())
			.begun("a", 2000, 8)
			.violations(this.invariant)).isEmpty();
	}

	@Test
	void failuresAndRedrivesNeedNoFault() {
		assertThat(new Fabricated().added("a", 100)
			.begun("a", 110, 1)
			.failed("a", 110, 120, 1)
			.begun("a", 500, 2, 1, 0)
			.with(Operation.REDRIVE, "a", 600, 601, Outcome.OK, Map.of())
			.begun("a", 700, 3)
			.violations(this.invariant)).isEmpty();
	}

}
