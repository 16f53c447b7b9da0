package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import org.junit.jupiter.api.Test;

import static io.github.redisqueue.samples.reliability.checker.JobInvariants.ADDED_JOBS_END;
import static io.github.redisqueue.samples.reliability.checker.JobInvariants.COMPLETED_ONCE;
import static io.github.redisqueue.samples.reliability.checker.JobInvariants.CONTENTS_INTACT;
import static io.github.redisqueue.samples.reliability.checker.JobInvariants.NO_LEFTOVERS;
import static io.github.redisqueue.samples.reliability.checker.JobInvariants.NO_STRANGERS;
import static org.assertj.core.api.Assertions.assertThat;

class JobInvariantsTest {

	@Test
	void aJobThatNobodyHandledIsLost() {
		assertThat(new Fabricated().added("a", 100).begun("a", 110, 1).drained(0).violations(ADDED_JOBS_END))
			.containsExactly("was acknowledged, and has not ended");
	}

	@Test
	void aJobThatIsStillThereHasNotEnded() {
		assertThat(Fabricated.soundJob().drained(3).violations(ADDED_JOBS_END))
			.containsExactly("3 jobs are still in the queue after the drain");
	}

	@Test
	void aSecondLifeHasToEndToo() {
		assertThat(Fabricated.soundJob().added("a", 500).violations(ADDED_JOBS_END)).hasSize(1);
	}

	@Test
	void aRepeatedAdditionThatFoundTheJobMeansThatItIsThere() {
		Fabricated history = new Fabricated().added("a", 100, Outcome.UNKNOWN).drained(0);
		assertThat(history.violations(ADDED_JOBS_END)).isEmpty();
		assertThat(history.with(Operation.ADD, "a", 200, 201, Outcome.FAILED, Map.of("present", 1))
			.violations(ADDED_JOBS_END)).hasSize(1);
	}

	@Test
	void completedCancelledAndDeadJobsHaveEnded() {
		assertThat(Fabricated.soundJob()
			.added("cancelled", 100)
			.with(Operation.CANCEL, "cancelled", 200, 201, Outcome.UNKNOWN, Map.of())
			.added("dead", 100)
			.dead("dead", 300, "FAILURES", 4, 0)
			.violations(ADDED_JOBS_END)).isEmpty();
	}

	@Test
	void redisMayLoseWhatItConfirmedShortlyBeforeAPowerFailure() {
		Fabricated history = new Fabricated().added("early", 100)
			.added("late", 900)
			.fault(500, 1500, Map.of("effects", List.of("loses"), "losesFrom", 800_000))
			.drained(0);
		assertThat(ADDED_JOBS_END.check(history.history())).extracting((violation) -> violation.subject().job())
			.containsExactly("early");
	}

	@Test
	void aServerThatWasCutOffMayLoseOnlyWhatItConfirmedToThoseBesideItInItsWindow() {
		Fabricated history = new Fabricated().added("a", 900).drained(0);
		assertThat(history
			.fault(500, 1500, Map.of("effects", List.of("loses"), "losesOf", List.of("test"), "losesFrom", 500_000,
					"losesTo", 800_000))
			.violations(ADDED_JOBS_END)).hasSize(1);
		assertThat(history.fault(500, 1500, Map.of("effects", List.of("loses"), "losesOf", List.of("other")))
			.violations(ADDED_JOBS_END)).hasSize(1);
		assertThat(history.fault(500, 1500, Map.of("effects", List.of("loses"), "losesOf", List.of("test")))
			.violations(ADDED_JOBS_END)).isEmpty();
	}

	@Test
	void aQueueThatWasNotDrainedIsNotJudged() {
		assertThat(new Fabricated().added("a", 100).violations(ADDED_JOBS_END)).isEmpty();
	}

	@Test
	void aJobThatNobodyAddedIsAStranger() {
		assertThat(Fabricated.soundJob().begun("b", 200, 8).violations(NO_STRANGERS))
			.containsExactly("was there before anybody added it");
	}

	@Test
	void aJobCannotBeginBeforeItsAddition() {
		assertThat(new Fabricated().begun("a", 100, 1).added("a", 200).violations(NO_STRANGERS)).hasSize(1);
	}

	@Test
	void anAdditionWithoutAReplyMayHaveSucceeded() {
		assertThat(new Fabricated().added("a", 100, Outcome.UNKNOWN).begun("a", 101, 1).violations(NO_STRANGERS))
			.isEmpty();
		assertThat(Fabricated.soundJob().violations(NO_STRANGERS)).isEmpty();
	}

	private static Fabricated completedTwice() {
		return Fabricated.soundJob().changed(Operation.COMPLETE, "a", 300, 8, Outcome.OK);
	}

	@Test
	void completingAJobTwiceIsAViolation() {
		assertThat(completedTwice().violations(COMPLETED_ONCE)).containsExactly("was completed 2 times in 1 lives");
	}

	@Test
	void aRefusedCompletionIsNone() {
		assertThat(Fabricated.soundJob()
			.changed(Operation.COMPLETE, "a", 300, 8, Outcome.FAILED)
			.changed(Operation.COMPLETE, "a", 300, 9, Outcome.UNKNOWN)
			.violations(COMPLETED_ONCE)).isEmpty();
	}

	@Test
	void aJobThatWasAddedAgainIsCompletedAgain() {
		assertThat(completedTwice().added("a", 200).violations(COMPLETED_ONCE)).isEmpty();
	}

	@Test
	void aCompletionThatRedisLostMayBeRepeated() {
		assertThat(completedTwice().fault(200, 250, Map.of("effects", List.of("loses"), "losesFrom", 100_000))
			.violations(COMPLETED_ONCE)).isEmpty();
	}

	@Test
	void anotherPayloadIsAViolation() {
		assertThat(begun(Map.of("payload", "other", "headers", "h")).violations(CONTENTS_INTACT))
			.containsExactly("has another payload");
	}

	@Test
	void otherHeadersAreAViolationUnlessSomebodyChangedTheirKey() {
		Fabricated history = begun(Map.of("payload", "p", "headers", "other"));
		assertThat(history.violations(CONTENTS_INTACT)).containsExactly("has other headers");
		assertThat(history.fault(50, 60, "corrupts").violations(CONTENTS_INTACT)).isEmpty();
	}

	@Test
	void theSameContentsAreSound() {
		assertThat(Fabricated.soundJob().dead("a", 300, "FAILURES", 0, 0).violations(CONTENTS_INTACT)).isEmpty();
	}

	private static Fabricated begun(Map<String, Object> facts) {
		return new Fabricated().added("a", 100).with(Operation.BEGIN, "a", 110, 110, Outcome.OK, facts);
	}

	@Test
	void anyOtherKeyIsALeftover() {
		assertThat(new Fabricated().drained(0, "token", "item:a").violations(NO_LEFTOVERS))
			.containsExactly("the key 'item:a' is left after the drain");
	}

	@Test
	void theDocumentedKeysMayStay() {
		assertThat(new Fabricated().drained(0, "token", "type", "shards", "dead", "dead:job", "stream")
			.violations(NO_LEFTOVERS)).isEmpty();
		assertThat(new Fabricated().drained(0, "schedules", "plans", "firings", "planning", "declared")
			.violations(NO_LEFTOVERS)).isEmpty();
	}

}
