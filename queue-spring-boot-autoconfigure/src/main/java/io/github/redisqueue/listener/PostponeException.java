package io.github.redisqueue.listener;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler that cannot handle its job now, for example because a service
 * answers "429 Too Many Requests". The job is handled again after the delay, and no
 * failure is counted. This is not an error, and is logged at level debug.
 * <p>
 * With {@code redis-queue.retry.max-postponed}, postponing counts as a failure once the
 * job was sent longer ago than that.
 */
public class PostponeException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/** For how long to postpone the job. */
	private final Duration delay;

	/**
	 * Creates an exception.
	 * @param delay for how long to postpone the job, zero to 365 days
	 * @throws IllegalArgumentException if the delay is out of range
	 */
	public PostponeException(Duration delay) {
		this(delay, null);
	}

	/**
	 * Creates an exception with a cause.
	 * @param delay for how long to postpone the job, zero to 365 days
	 * @param cause why the job cannot be handled now, or null
	 * @throws IllegalArgumentException if the delay is out of range
	 */
	public PostponeException(Duration delay, @Nullable Throwable cause) {
		super("The handler postpones its job for " + delay, cause);
		this.delay = ErrorResolution.checked(delay);
	}

	PostponeException(String message, Duration delay) {
		super(message);
		this.delay = delay;
	}

	/**
	 * {@return for how long the job is postponed, counted from when Redis records it}
	 */
	public Duration delay() {
		return this.delay;
	}

}
