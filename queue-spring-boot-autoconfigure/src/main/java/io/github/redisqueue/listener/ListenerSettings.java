package io.github.redisqueue.listener;

import java.time.Duration;

/**
 * How a listener works.
 *
 * @param concurrency how many jobs are handled at a time, at least 1
 * @param prefetch how many more may be held ready for the handlers at most, at least 0
 * @param pollInterval how long to wait, up to a twentieth longer, before looking for jobs
 * that no bell told of
 * @param shutdownTimeout how long running handlers may go on when the listener is stopped
 * @param ackMode when jobs are completed
 * @param retry what to do about handlers that failed
 */
public record ListenerSettings(int concurrency, int prefetch, Duration pollInterval, Duration shutdownTimeout,
		AckMode ackMode, RetrySettings retry) {

	/**
	 * Checks the settings.
	 * @param concurrency how many jobs are handled at a time
	 * @param prefetch how many more may be held ready
	 * @param pollInterval how long to wait before looking for jobs
	 * @param shutdownTimeout how long running handlers may go on
	 * @param ackMode when jobs are completed
	 * @param retry what to do about handlers that failed
	 * @throws IllegalArgumentException if one is below its minimum
	 */
	public ListenerSettings {
		require(concurrency >= 1, "The concurrency of a listener is at least 1, not " + concurrency);
		require(prefetch >= 0, "The prefetch of a listener is at least 0, not " + prefetch);
		require(pollInterval.toMillis() >= 1, "The poll interval of a listener is at least 1 ms, not " + pollInterval);
		require(!shutdownTimeout.isNegative(),
				"The shutdown timeout of a listener is at least zero, not " + shutdownTimeout);
	}

	private static void require(boolean met, String otherwise) {
		if (!met) {
			throw new IllegalArgumentException(otherwise);
		}
	}

}
