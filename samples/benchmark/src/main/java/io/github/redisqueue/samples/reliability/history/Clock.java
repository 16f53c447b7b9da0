package io.github.redisqueue.samples.reliability.history;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The clock of the histories. All processes of a machine, Redis among them, share it.
 */
public final class Clock {

	private Clock() {
	}

	public static long now() {
		return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
	}

}
