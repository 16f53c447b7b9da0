package io.github.redisqueue.listener;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PrefetchTest {

	private final Prefetch prefetch = new Prefetch(10, 200);

	private void handle(int jobs, Duration each) {
		for (int i = 0; i < jobs; i++) {
			this.prefetch.handled(each.toNanos());
		}
	}

	@Test
	void isNothingBeforeTheHandlersSpeedIsKnown() {
		assertThat(this.prefetch.size()).isZero();
	}

	@Test
	void isWhatTheHandlersBeginWithinFiveMilliseconds() {
		handle(200, Duration.ofMillis(1));
		assertThat(this.prefetch.size()).isBetween(39, 40);
	}

	@Test
	void isBoundedForTheFastest() {
		handle(200, Duration.ofNanos(100));
		assertThat(this.prefetch.size()).isEqualTo(200);
	}

	@Test
	void isNothingForHandlersThatNeedLonger() {
		handle(200, Duration.ofMillis(1));
		handle(200, Duration.ofMillis(6));
		assertThat(this.prefetch.size()).isZero();
	}

	@Test
	void doesNotGrowAtOnceByAFewFastJobs() {
		handle(200, Duration.ofSeconds(1));
		handle(5, Duration.ZERO);
		assertThat(this.prefetch.size()).isZero();
	}

	@Test
	void isNothingAfterAJobHasWaitedTooLongUntilHandlersAreFastAgain() {
		handle(200, Duration.ofMillis(1));
		this.prefetch.stalled();
		assertThat(this.prefetch.size()).isZero();
		handle(200, Duration.ofMillis(1));
		assertThat(this.prefetch.size()).isBetween(39, 40);
	}

	@Test
	void canBeSwitchedOff() {
		Prefetch none = new Prefetch(10, 0);
		none.handled(1);
		assertThat(none.size()).isZero();
	}

}
