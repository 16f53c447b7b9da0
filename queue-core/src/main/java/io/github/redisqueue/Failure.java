package io.github.redisqueue;

import java.time.Duration;

/**
 * The failure of a handler on a job. Immutable.
 *
 * @param delay the time until the job is ready again, zero to 365 days, rounded up to
 * milliseconds
 * @param cause the cause that the dead letter shows if the queue buries the job for this
 * failure
 */
public record Failure(Duration delay, Cause cause) {

	/**
	 * Checks the delay.
	 * @throws IllegalArgumentException if the delay is negative or over 365 days
	 */
	public Failure {
		AllowedRange.check("The delay of a retry", Duration.ZERO, delay);
	}

}
