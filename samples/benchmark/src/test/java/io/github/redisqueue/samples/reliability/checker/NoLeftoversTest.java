package io.github.redisqueue.samples.reliability.checker;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NoLeftoversTest {

	private final Invariant invariant = JobInvariants.NO_LEFTOVERS;

	@Test
	void anyOtherKeyIsALeftover() {
		assertThat(new Fabricated().drained(0, "token", "item:a").violations(this.invariant))
			.containsExactly("the key 'item:a' is left after the drain");
	}

	@Test
	void theDocumentedKeysMayStay() {
		assertThat(new Fabricated().drained(0, "token", "type", "shards", "dead", "dead:job", "stream")
			.violations(this.invariant)).isEmpty();
		assertThat(new Fabricated().drained(0, "schedules", "plans", "firings", "planning", "declared")
			.violations(this.invariant)).isEmpty();
	}

}
