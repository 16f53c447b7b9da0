package io.github.redisqueue.samples.reliability.checker;

import java.util.Map;

import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BeginsWithinLeaseTest {

	private final Invariant invariant = LeaseInvariants.BEGINS_WITHIN_LEASE;

	private static Fabricated begun(Fabricated history, String job, long start, long remaining) {
		return history.with(Operation.BEGIN, job, start, start, Outcome.OK,
				Map.of("token", 7, "remaining", remaining * 1000));
	}

	@Test
	void handlersThatBeginWithExpiredLeasesAreAViolation() {
		Fabricated history = begun(begun(Fabricated.soundJob(), "b", 2000, -300), "c", 2001, -400);
		assertThat(history.violations(this.invariant))
			.containsExactly("began 400000 µs after the end of its lease, as another one in the same process");
	}

	@Test
	void theHandlerThatWasAboutToBeginWhenItsProcessStoppedIsExcused() {
		assertThat(begun(begun(new Fabricated(), "b", 2000, -300), "c", 3500, -300).violations(this.invariant))
			.isEmpty();
	}

	@Test
	void leasesThatLastAreSound() {
		assertThat(begun(begun(new Fabricated(), "b", 2000, 1), "c", 2001, -20).violations(this.invariant)).isEmpty();
	}

	@Test
	void aWorkerWithoutAListenerDecidesByItself() {
		Fabricated history = new Fabricated().leased("b", 1000, 7).leased("c", 1000, 7);
		assertThat(begun(begun(history, "b", 2000, -300), "c", 2001, -300).violations(this.invariant)).isEmpty();
	}

}
