package io.github.redisqueue.algorithm;

import java.time.Duration;
import java.util.Collection;

import io.github.redisqueue.Job;

/**
 * Checks the delays of jobs.
 */
public final class Delays {

	private Delays() {
	}

	/**
	 * Checks for how long jobs are to be postponed.
	 * @param delays the delays
	 * @throws IllegalArgumentException if a delay is negative or too long
	 */
	public static void check(Collection<Duration> delays) {
		delays.forEach((delay) -> check("postponed", delay));
	}

	/**
	 * Checks after which time jobs are to be ready that are rescheduled.
	 * @param delay the delay
	 * @throws IllegalArgumentException if the delay is negative or too long
	 */
	public static void checkNew(Duration delay) {
		check("rescheduled", delay);
	}

	private static void check(String what, Duration delay) {
		if (delay.isNegative() || delay.compareTo(Job.MAX_DELAY) > 0) {
			throw new IllegalArgumentException(
					"The delay of a " + what + " job must be between zero and 365 days, but is " + delay);
		}
	}

	/** The delay in ms, rounded up. */
	static long millis(Duration delay) {
		return delay.plusNanos(999_999).toMillis();
	}

}
