package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.Objects;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import org.jspecify.annotations.Nullable;

/**
 * What is to become of a job that was handled, or could not be. Immutable. Internal.
 *
 * @param outcome how its handling ends
 * @param delay for how long the job waits before it is handled again, zero if it does not
 * @param cause what is recorded if it is retried or buried
 * @param thrown the exception of the handler, if it failed
 */
public record Decision(Outcome outcome, Duration delay, @Nullable Cause cause, @Nullable Throwable thrown) {

	/** The job is done. */
	public static final Decision COMPLETE = new Decision(Outcome.COMPLETE, Duration.ZERO, null, null);

	/** The job is ready again at once. */
	public static final Decision RELEASE = new Decision(Outcome.RELEASE, Duration.ZERO, null, null);

	/**
	 * {@return that the failure is counted, and the job is ready again after a delay}
	 * @param delay the delay
	 * @param cause what is recorded
	 * @param thrown the exception of the handler, if there was one
	 */
	public static Decision retry(Duration delay, Cause cause, @Nullable Throwable thrown) {
		return new Decision(Outcome.RETRY, delay, cause, thrown);
	}

	/**
	 * {@return that the job becomes a dead letter}
	 * @param cause what is recorded
	 * @param thrown the exception of the handler, if there was one
	 */
	public static Decision bury(Cause cause, @Nullable Throwable thrown) {
		return new Decision(Outcome.BURY, Duration.ZERO, cause, thrown);
	}

	/**
	 * {@return that the job is ready again after a delay, and nothing is counted}
	 * @param delay the delay
	 * @throws IllegalArgumentException if the delay is out of range
	 */
	public static Decision postpone(Duration delay) {
		return new Decision(Outcome.POSTPONE, ErrorResolution.checked(delay), null, null);
	}

	/**
	 * {@return what is recorded of a job that is retried or buried}
	 */
	public Failure failure() {
		return new Failure(this.delay, Objects.requireNonNull(this.cause));
	}

}
