package io.github.redisqueue.background;

import java.time.Duration;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ApplicationThreadsTest {

	private static final Duration INTERVAL = Duration.ofSeconds(1);

	private static long next(long now) {
		return now + ApplicationThreads.untilNext(INTERVAL, now).toNanos();
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 1, -1, 123_456_789_012L, Long.MAX_VALUE / 4, Long.MIN_VALUE / 4 })
	void whoeverAsksBetweenTwoTimesIsToldTheSameNextOne(long now) {
		long next = next(now);
		assertThat(next).isBetween(now + 1, now + INTERVAL.toNanos());
		assertThat(next(next - 1)).isEqualTo(next);
		assertThat(next(next - INTERVAL.toNanos())).isEqualTo(next);
		assertThat(next(next)).as("the one after").isEqualTo(next + INTERVAL.toNanos());
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 20, 1_000_000 })
	void shortIntervalsHaveTimesToo(long nanos) {
		assertThat(ApplicationThreads.untilNext(Duration.ofNanos(nanos))).isBetween(Duration.ofNanos(1),
				Duration.ofNanos(nanos));
	}

}
