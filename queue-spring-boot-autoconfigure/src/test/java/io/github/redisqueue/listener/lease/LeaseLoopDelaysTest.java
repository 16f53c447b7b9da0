package io.github.redisqueue.listener.lease;

import java.time.Duration;

import io.github.redisqueue.listener.lease.ShardLane.State;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The transitions of {@link LeaseLoop} while a delayed job waits.
 */
class LeaseLoopDelaysTest extends LeaseLoopTests {

	@BeforeEach
	void waitForADelayedJob() {
		startWithRoomFor(5);
		this.queue.answerDueIn(0, Duration.ofMillis(200));
		assertThat(state()).isEqualTo(State.WAITING);
		assertThat(this.timer.delays()).contains(Duration.ofMillis(200));
	}

	@Test
	void itAsksWhenTheJobIsDue() {
		this.timer.run(Duration.ofMillis(200));
		assertThat(state()).isEqualTo(State.LEASING);
	}

	@Test
	void withoutRoomItPassesAWakeUpOn() {
		this.consumer.room = 0;
		this.timer.run(Duration.ofMillis(200));
		assertThat(state()).isEqualTo(State.FULL);
		assertThat(this.bell.passedOn).containsExactly(0);
	}

	@Test
	void aWakeUpThatComesBeforeCancelsTheTimer() {
		this.bell.waiter.onWakeUp(0);
		assertThat(this.timer.delays()).doesNotContain(Duration.ofMillis(200));
	}

}
