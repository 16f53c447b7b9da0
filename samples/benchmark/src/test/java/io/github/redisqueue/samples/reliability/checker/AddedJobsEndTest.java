package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AddedJobsEndTest {

	private final Invariant invariant = JobInvariants.ADDED_JOBS_END;

	@Test
	void aJobThatNobodyHandledIsLost() {
		assertThat(new Fabricated().added("a", 100).begun("a", 110, 1).drained(0).violations(this.invariant))
			.containsExactly("was acknowledged, and has not ended");
	}

	@Test
	void aJobThatIsStillThereHasNotEnded() {
		assertThat(Fabricated.soundJob().drained(3).violations(this.invariant))
			.containsExactly("3 jobs are still in the queue after the drain");
	}

	@Test
	void aSecondLifeHasToEndToo() {
		assertThat(Fabricated.soundJob().added("a", 500).violations(this.invariant)).hasSize(1);
	}

	@Test
	void aRepeatedAdditionThatFoundTheJobMeansThatItIsThere() {
		Fabricated history = new Fabricated().added("a", 100, Outcome.UNKNOWN).drained(0);
		assertThat(history.violations(this.invariant)).isEmpty();
		assertThat(history.with(Operation.ADD, "a", 200, 201, Outcome.FAILED, Map.of("present", 1))
			.violations(this.invariant)).hasSize(1);
	}

	@Test
	void completedCancelledAndDeadJobsHaveEnded() {
		assertThat(Fabricated.soundJob()
			.added("cancelled", 100)
			.with(Operation.CANCEL, "cancelled", 200, 201, Outcome.UNKNOWN, Map.of())
			.added("dead", 100)
			.dead("dead", 300, "FAILURES", 4, 0)
			.violations(this.invariant)).isEmpty();
	}

	@Test
	void redisMayLoseWhatItConfirmedShortlyBeforeAPowerFailure() {
		Fabricated history = new Fabricated().added("early", 100)
			.added("late", 900)
			.fault(500, 1500, Map.of("effects", List.of("loses"), "losesFrom", 800_000))
			.drained(0);
		assertThat(this.invariant.check(history.history())).extracting((violation) -> violation.subject().job())
			.containsExactly("early");
	}

	@Test
	void aServerThatWasCutOffMayLoseOnlyWhatItConfirmedToThoseBesideItInItsWindow() {
		Fabricated history = new Fabricated().added("a", 900).drained(0);
		assertThat(history
			.fault(500, 1500, Map.of("effects", List.of("loses"), "losesOf", List.of("test"), "losesFrom", 500_000,
					"losesTo", 800_000))
			.violations(this.invariant)).hasSize(1);
		assertThat(history.fault(500, 1500, Map.of("effects", List.of("loses"), "losesOf", List.of("other")))
			.violations(this.invariant)).hasSize(1);
		assertThat(history.fault(500, 1500, Map.of("effects", List.of("loses"), "losesOf", List.of("test")))
			.violations(this.invariant)).isEmpty();
	}

	@Test
	void aQueueThatWasNotDrainedIsNotJudged() {
		assertThat(new Fabricated().added("a", 100).violations(this.invariant)).isEmpty();
	}

}
