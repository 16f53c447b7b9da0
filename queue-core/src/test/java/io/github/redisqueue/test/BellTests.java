package io.github.redisqueue.test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the contracts of the bell share: one who waits by one blocking command and never
 * looks by itself.
 */
abstract class BellTests extends LimitTests {

	/** The wake-ups in the bell once nothing rings any more. */
	final List<String> allWakeUps() {
		awaitSilence();
		return wakeUps();
	}

	final void forgetWakeUps() {
		awaitSilence();
		this.commands.del(this.keys.bell());
	}

	final void assertWakes(String id, Runnable operation) {
		forgetWakeUps();
		try (BellWaiter waiter = new BellWaiter(this.redis, this.keys.bell())) {
			operation.run();
			assertThat(waiter.wakeUp()).isEqualTo(Integer.toString(line(id)));
		}
	}

	final void assertSilent(Runnable operation) {
		forgetWakeUps();
		operation.run();
		assertThat(allWakeUps()).isEmpty();
	}

}
