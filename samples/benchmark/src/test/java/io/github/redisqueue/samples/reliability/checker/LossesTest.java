package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.reliability.checker.Verdict.Losses;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LossesTest {

	private static final Map<String, Object> FACTS = Map.of("effects", List.of("loses"), "losesFrom", 200_000,
			"losesTo", 1_000_000);

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

}
