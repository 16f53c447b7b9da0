package io.github.redisqueue.samples.reliability.checker;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NeverEarlyTest {

	private final Invariant invariant = TimeInvariants.NEVER_EARLY;

	@Test
	void aDelayedJobMustNotBeginEarly() {
		assertThat(new Fabricated().addedWithDelay("a", 100, 500).begun("a", 400, 1).violations(this.invariant))
			.containsExactly("began 200000 µs early");
	}

	@Test
	void aRetryMustNotBeginEarly() {
		Fabricated history = new Fabricated().added("a", 100).begun("a", 110, 1).failed("a", 110, 120, 1);
		assertThat(history.begun("a", 200, 2, 1, 0).violations(this.invariant))
			.containsExactly("was retried before its delay");
	}

	@Test
	void aWorkerThatLostTheLeaseMayFailShortlyBeforeTheRetry() {
		Fabricated history = new Fabricated().added("a", 100).begun("a", 110, 1).begun("a", 1300, 2);
		history.failed("a", 1300, 1310, 2).failed("a", 110, 1600, 1);
		assertThat(history.begun("a", 1620, 3, 1, 0).violations(this.invariant)).isEmpty();
	}

	@Test
	void aJobMustNotBeginVeryLate() {
		Fabricated history = new Fabricated().addedWithDelay("a", 100, 500).begun("a", 6000, 1);
		assertThat(history.violations(this.invariant)).containsExactly("began 5398000 µs late");
		assertThat(history.fault(700, 3000).violations(this.invariant)).isEmpty();
	}

	@Test
	void aJobMayBeginLateBehindABacklog() {
		assertThat(behindABacklog().violations(this.invariant)).isEmpty();
	}

	@Test
	void aBacklogOnWhichNobodyWorksExcusesNothing() {
		assertThat(behindABacklog().added("b", 90).begun("b", 12_100, 8).violations(this.invariant))
			.containsExactly("began 12008000 µs late");
	}

	@Test
	void aJobThatOthersOvertakeIsLate() {
		assertThat(behindABacklog().added("younger", 5200).begun("younger", 5900, 8).violations(this.invariant))
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
			.violations(this.invariant)).isEmpty();
	}

}
