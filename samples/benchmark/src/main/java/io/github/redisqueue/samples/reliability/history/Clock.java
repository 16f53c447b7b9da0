package io.github.redisqueue.samples.reliability.history;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

/**
 * The clock of the histories. All processes of a machine, Redis among them, share it.
 */
public final class Clock {

	private Clock() {
	}

	public static long now() {
		return micros(Instant.now());
	}

	public static long micros(Instant instant) {
		return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
	}

	public static long micros(Duration duration) {
		return TimeUnit.NANOSECONDS.toMicros(duration.toNanos());
	}

}
