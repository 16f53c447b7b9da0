package io.github.redisqueue;

import java.time.Duration;

/**
 * That a handler failed on a job.
 *
 * @param delay how long the job rests before it may be leased again, at least zero
 * @param cause what the dead letter will say, should this failure be one too many
 */
public record Failure(Duration delay, Cause cause) {

	/**
	 * Checks the delay.
	 * @param delay how long the job rests
	 * @param cause what the dead letter will say
	 * @throws IllegalArgumentException if the delay is negative
	 */
	public Failure {
		if (delay.isNegative()) {
			throw new IllegalArgumentException("A retry's delay is at least zero, this one is " + delay);
		}
	}

}
