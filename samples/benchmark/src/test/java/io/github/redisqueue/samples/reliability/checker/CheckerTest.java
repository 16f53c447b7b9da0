package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.reliability.checker.Verdict.Losses;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CheckerTest {

	private static final Map<String, Object> FACTS = Map.of("effects", List.of("loses"), "losesFrom", 200_000,
			"losesTo", 1_000_000);

	@Test
	void aSoundHistoryHasNoViolation() {
		Verdict verdict = Checker.check(Fabricated.soundJob().events());
		assertThat(verdict.isSound()).isTrue();
		assertThat(verdict.invariants()).hasSize(17).containsKeys("I1", "I17");
	}

	@Test
	void theDrainLastsFromTheLastAdditionOn() {
		assertThat(Checker.check(Fabricated.soundJob().added("b", 1000).events()).drain()).isEqualTo(58_998_000);
	}

	@Test
	void figuresCountOperationsJobsAndRepetitions() {
		Verdict verdict = Checker.check(Fabricated.soundJob().fault(112, 200, "repeats").begun("a", 1500, 8).events());
		assertThat(verdict.figures().operations()).isEqualTo(6);
		assertThat(verdict.figures().added()).isEqualTo(1);
		assertThat(verdict.figures().executions()).isEqualTo(2);
		assertThat(verdict.figures().repeated()).isEqualTo(1);
		assertThat(verdict.figures().faults()).isEqualTo(1);
		assertThat(verdict.figures().recoveries()).containsExactly(1_300_000L);
	}

	@Test
	void theWindowEndsWithTheLastConfirmationThatWasLost() {
		Fabricated history = new Fabricated().added("early", 100)
			.added("kept", 300)
			.begun("kept", 310, 1)
			.ended("kept", 310, 320, 1)
			.added("lost", 400)
			.added("last", 600)
			.added("late", 1100)
			.fault(150, 2000, FACTS)
			.drained(0);
		assertThat(Losses.of(history.history())).isEqualTo(new Losses(3, 2, 402_000));
	}

	@Test
	void nothingIsLostWithoutAFaultThatMayLose() {
		assertThat(Losses.of(new Fabricated().added("a", 300).fault(150, 2000, "repeats").drained(0).history()))
			.isEqualTo(new Losses(0, 0, 0));
	}

	@Test
	void aWindowWithoutABeginningBeginsWithItsFault() {
		assertThat(Losses.of(new Fabricated().added("a", 300).fault(250, 2000, "loses").drained(0).history()))
			.isEqualTo(new Losses(1, 1, 52_000));
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1 })
	void aJobThatIsCountedNeverOrTwiceIsAViolation(int times) {
		assertThat(new Fabricated().added("a", 100).counted(200, times, times).violations(CountsAddUp.INVARIANT))
			.containsExactly("counts " + 2 * times + " jobs, but 1 to 1 are there");
	}

	@Test
	void anEndedJobIsNotCountedForLong() {
		assertThat(Fabricated.soundJob().counted(117, 0, 1).violations(CountsAddUp.INVARIANT)).isEmpty();
		assertThat(Fabricated.soundJob().counted(118, 0, 1).violations(CountsAddUp.INVARIANT)).hasSize(1);
	}

	@Test
	void whatIsUnknownMayBeCountedOrNot() {
		assertThat(new Fabricated().added("a", 100, Outcome.UNKNOWN)
			.counted(200, 0, 0)
			.counted(300, 1, 0)
			.violations(CountsAddUp.INVARIANT)).isEmpty();
		assertThat(new Fabricated().added("a", 100).counted(101, 0, 0).violations(CountsAddUp.INVARIANT)).isEmpty();
	}

	@Test
	void aLossExcusesLaterCounts() {
		assertThat(new Fabricated().added("a", 100)
			.fault(150, 160, "loses")
			.counted(200, 0, 0)
			.violations(CountsAddUp.INVARIANT)).isEmpty();
	}

}
