package io.github.redisqueue.listener;

import org.springframework.core.retry.RetryPolicy;

/**
 * What a listener does about a handler that failed.
 *
 * @param policy which exceptions are retried, and after which delays; how often is the
 * queue's matter
 * @param stackTraceLength how many characters of a stack trace a dead letter keeps, at
 * least 0
 */
public record RetrySettings(RetryPolicy policy, int stackTraceLength) {

	/**
	 * Checks the length.
	 * @param policy which exceptions are retried, and after which delays
	 * @param stackTraceLength how many characters of a stack trace are kept
	 * @throws IllegalArgumentException if the length is negative
	 */
	public RetrySettings {
		if (stackTraceLength < 0) {
			throw new IllegalArgumentException(
					"A stack trace is cut to at least 0 characters, not " + stackTraceLength);
		}
	}

}
