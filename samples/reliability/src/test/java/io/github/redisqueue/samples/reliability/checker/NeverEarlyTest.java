package io.github.redisqueue.samples.reliability.checker;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NeverEarlyTest {

	private final NeverEarly invariant = new NeverEarly();

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
	void aJobMustNotBeginVeryLate() {
		Fabricated history = new Fabricated().addedWithDelay("a", 100, 500).begun("a", 6000, 1);
		assertThat(history.violations(this.invariant)).containsExactly("began 5398000 µs late");
		assertThat(history.fault(700, 3000).violations(this.invariant)).isEmpty();
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
