package io.github.redisqueue.listener;

import java.time.Duration;

import io.github.redisqueue.AllowedRange;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link JobErrorHandler} decides about a job. Immutable.
 */
public final class ErrorResolution {

	private static final ErrorResolution BY_POLICY = new ErrorResolution(Action.BY_POLICY, null);

	private static final ErrorResolution BURY = new ErrorResolution(Action.BURY, null);

	private static final ErrorResolution COMPLETE = new ErrorResolution(Action.COMPLETE, null);

	private final Action action;

	private final @Nullable Duration delay;

	private ErrorResolution(Action action, @Nullable Duration delay) {
		this.action = action;
		this.delay = delay;
	}

	/**
	 * {@return that the properties {@code redis-queue.retry.*} and the attributes of the
	 * listener decide, as if there were no error handler}
	 */
	public static ErrorResolution byPolicy() {
		return BY_POLICY;
	}

	/**
	 * {@return that the failure is counted, and the job is retried after a delay; after
	 * too many failures it still becomes a dead letter}
	 * @param delay the delay, zero to 365 days
	 * @throws IllegalArgumentException if the delay is out of range
	 */
	public static ErrorResolution retry(Duration delay) {
		return new ErrorResolution(Action.RETRY, checked(delay));
	}

	/**
	 * {@return that the job becomes a dead letter at once}
	 */
	public static ErrorResolution bury() {
		return BURY;
	}

	/**
	 * {@return that the job is completed as if the handler had returned}
	 */
	public static ErrorResolution complete() {
		return COMPLETE;
	}

	/**
	 * {@return that the job is handled again after a delay, and nothing is counted}
	 * @param delay the delay, zero to 365 days
	 * @throws IllegalArgumentException if the delay is out of range
	 * @see PostponeException
	 */
	public static ErrorResolution postpone(Duration delay) {
		return new ErrorResolution(Action.POSTPONE, checked(delay));
	}

	static Duration checked(Duration delay) {
		AllowedRange.check("The delay of a job", Duration.ZERO, delay);
		return delay;
	}

	Action action() {
		return this.action;
	}

	Duration delay() {
		return (this.delay != null) ? this.delay : Duration.ZERO;
	}

	@Override
	public String toString() {
		return this.action + ((this.delay != null) ? " " + this.delay : "");
	}

	enum Action {

		BY_POLICY, RETRY, BURY, COMPLETE, POSTPONE

	}

}
