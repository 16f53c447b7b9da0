package io.github.redisqueue.samples.reliability.checker;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CheckerTest {

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

}
