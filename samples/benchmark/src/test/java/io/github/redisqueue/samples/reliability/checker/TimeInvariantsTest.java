package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import org.junit.jupiter.api.Test;

import static io.github.redisqueue.samples.reliability.checker.TimeInvariants.CALLS_END;
import static io.github.redisqueue.samples.reliability.checker.TimeInvariants.NEVER_EARLY;
import static io.github.redisqueue.samples.reliability.checker.TimeInvariants.PROGRESS_AFTER_HEALING;
import static org.assertj.core.api.Assertions.assertThat;

class TimeInvariantsTest {

	@Test
	void aDelayedJobMustNotBeginEarly() {
		assertThat(new Fabricated().addedWithDelay("a", 100, 500).begun("a", 400, 1).violations(NEVER_EARLY))
			.containsExactly("began 200000 µs early");
	}

	@Test
	void aRetryMustNotBeginEarly() {
		Fabricated history = new Fabricated().added("a", 100).begun("a", 110, 1).failed("a", 110, 120, 1);
		assertThat(history.begun("a", 200, 2, 1, 0).violations(NEVER_EARLY))
			.containsExactly("was retried before its delay");
	}

	@Test
	void aWorkerThatLostTheLeaseMayFailShortlyBeforeTheRetry() {
		Fabricated history = new Fabricated().added("a", 100).begun("a", 110, 1).begun("a", 1300, 2);
		history.failed("a", 1300, 1310, 2).failed("a", 110, 1600, 1);
		assertThat(history.begun("a", 1620, 3, 1, 0).violations(NEVER_EARLY)).isEmpty();
	}

	@Test
	void aJobMustNotBeginVeryLate() {
		Fabricated history = new Fabricated().addedWithDelay("a", 100, 500).begun("a", 6000, 1);
		assertThat(history.violations(NEVER_EARLY)).containsExactly("began 5398000 µs late");
		assertThat(history.fault(700, 3000).violations(NEVER_EARLY)).isEmpty();
	}

	@Test
	void aJobMayBeginLateBehindABacklog() {
		assertThat(behindABacklog().violations(NEVER_EARLY)).isEmpty();
	}

	@Test
	void aBacklogOnWhichNobodyWorksExcusesNothing() {
		assertThat(behindABacklog().added("b", 90).begun("b", 12_100, 8).violations(NEVER_EARLY))
			.containsExactly("began 12008000 µs late");
	}

	@Test
	void aJobThatOthersOvertakeIsLate() {
		assertThat(behindABacklog().added("younger", 5200).begun("younger", 5900, 8).violations(NEVER_EARLY))
			.containsExactly("began 5898000 µs late");
	}

	/**
	 * A job that begins after six seconds, as handlers begin with others all the time.
	 */
	private static Fabricated behindABacklog() {
		Fabricated history = new Fabricated().added("a", 100);
		for (int i = 1; i <= 6; i++) {
			history.added("older-" + i, 50).begun("older-" + i, i * 800, i);
		}
		return history.begun("a", 6000, 7);
	}

	@Test
	void timelyJobsAreSound() {
		assertThat(new Fabricated().addedWithDelay("a", 100, 500)
			.begun("a", 600, 1)
			.failed("a", 600, 610, 1)
			.begun("a", 911, 2, 1, 0)
			.violations(NEVER_EARLY)).isEmpty();
	}

	private static Fabricated broken() {
		return Fabricated.soundJob().added("b", 900).fault(1000, 2000, "repeats");
	}

	@Test
	void noProgressWithinFiveSecondsIsAViolation() {
		assertThat(broken().begun("b", 7100, 8).violations(PROGRESS_AFTER_HEALING))
			.containsExactly("no job was handled within 5 s after something");
		assertThat(broken().violations(PROGRESS_AFTER_HEALING)).hasSize(1);
	}

	@Test
	void timelyProgressIsSound() {
		assertThat(broken().begun("b", 6900, 8).violations(PROGRESS_AFTER_HEALING)).isEmpty();
	}

	@Test
	void aStrikeMayGoOnWhenJobsHaveToBeHandledAgain() {
		Map<String, Object> facts = Map.of("effects", List.of("repeats"), "healed", 2_000_000);
		Fabricated history = Fabricated.soundJob().added("b", 900).fault(1000, 12_000, facts);
		assertThat(history.begun("b", 7100, 8).violations(PROGRESS_AFTER_HEALING)).hasSize(1);
		assertThat(history.begun("b", 6900, 8).violations(PROGRESS_AFTER_HEALING)).isEmpty();
	}

	@Test
	void aJobThatIsHandledLaterWasNotLost() {
		Fabricated history = Fabricated.soundJob().added("b", 900).fault(1000, 2000, "repeats", "loses");
		assertThat(history.violations(PROGRESS_AFTER_HEALING)).isEmpty();
		assertThat(history.begun("b", 7100, 8).violations(PROGRESS_AFTER_HEALING)).hasSize(1);
	}

	@Test
	void anIdleQueueNeedNotProgress() {
		assertThat(Fabricated.soundJob().fault(1000, 2000, "repeats").violations(PROGRESS_AFTER_HEALING)).isEmpty();
	}

	@Test
	void aJobThatCannotBeReadIsNeverHandled() {
		assertThat(broken().dead("b", 20_000, "NOT_RETRYABLE", 1, 0).violations(PROGRESS_AFTER_HEALING)).isEmpty();
	}

	@Test
	void theNextFaultMayPreventProgress() {
		assertThat(broken().fault(4000, 9000, "repeats").begun("b", 9100, 8).violations(PROGRESS_AFTER_HEALING))
			.isEmpty();
	}

	private static Fabricated added(long end) {
		return new Fabricated().with(Operation.ADD, "a", 100, end, Outcome.UNKNOWN, Map.of());
	}

	@Test
	void aCallThatLastsMuchLongerThanItsTimeoutIsAViolation() {
		assertThat(added(13_200).violations(CALLS_END)).containsExactly("was added by a call of 13100000 µs");
	}

	@Test
	void aCallThatEndsSoonAfterItsTimeoutIsSound() {
		assertThat(added(13_000).violations(CALLS_END)).isEmpty();
	}

	@Test
	void theTimeForWhichTheProcessDidNotRunDoesNotCount() {
		assertThat(added(13_200).with(Operation.STALL, "", 5000, 5300, Outcome.OK, Map.of()).violations(CALLS_END))
			.isEmpty();
	}

}
