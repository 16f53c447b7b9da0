package io.github.redisqueue.listener;

import java.time.Duration;

import io.github.redisqueue.Lease;
import io.github.redisqueue.LogText;

/**
 * A job has a type that its listener does not handle. It may come from a newer sender, so
 * it is postponed for ten minutes after it was sent; then this is a failure.
 */
@SuppressWarnings("serial")
public class UnknownJobTypeException extends PostponeException {

	/** How long after it was sent the job is postponed. */
	static final Duration TIMEOUT = Duration.ofMinutes(10);

	private static final Duration DELAY = Duration.ofSeconds(10);

	/**
	 * Creates an exception.
	 * @param lease the lease of the job
	 * @param type the logical name of the type of its payload
	 * @param handler what does not handle it
	 */
	public UnknownJobTypeException(Lease lease, String type, String handler) {
		super("Job '" + LogText.shortened(lease.id()) + "' of queue '" + lease.queue() + "' has the type '"
				+ LogText.shortened(type) + "', which is not handled by " + handler, DELAY);
	}

}
