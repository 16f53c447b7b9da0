package io.github.redisqueue.listener;

import java.time.Duration;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;

import org.jspecify.annotations.Nullable;

import org.springframework.core.retry.RetryPolicy;
import org.springframework.util.backoff.BackOffExecution;

/**
 * How a listener treats failures of its handler: which are retried, after which delay,
 * and what is recorded. The queue limits the number of retries. Thread-safe.
 */
public final class RetrySettings {

	/** The delay after the first failure of a job. */
	public static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);

	/** The factor by which the delay grows with each further failure. */
	public static final double DEFAULT_MULTIPLIER = 2;

	/** The maximum delay. */
	public static final Duration DEFAULT_MAX_DELAY = Duration.ofMinutes(5);

	/** The maximum random deviation of the first delay. It grows with the delay. */
	public static final Duration DEFAULT_JITTER = Duration.ofMillis(200);

	/** Retries every exception, with the delays of the other constants. */
	public static final RetryPolicy DEFAULT_POLICY = RetryPolicy.builder()
		.maxRetries(Long.MAX_VALUE)
		.delay(DEFAULT_DELAY)
		.multiplier(DEFAULT_MULTIPLIER)
		.maxDelay(DEFAULT_MAX_DELAY)
		.jitter(DEFAULT_JITTER)
		.build();

	/** The policies known have reached their longest delay by then. */
	private static final int MANY = 1000;

	private static final RetrySettings DEFAULTS = new RetrySettings(new Builder());

	private final RetryPolicy policy;

	private final @Nullable Integer maxRetries;

	private final int stackTraceLength;

	private final @Nullable Duration maxPostponed;

	private final @Nullable JobErrorHandler errorHandler;

	private RetrySettings(Builder builder) {
		this.policy = builder.policy;
		this.maxRetries = builder.maxRetries;
		this.stackTraceLength = builder.stackTraceLength;
		this.maxPostponed = builder.maxPostponed;
		this.errorHandler = builder.errorHandler;
	}

	/**
	 * The settings that apply where nothing else is set.
	 * @return the defaults
	 */
	public static RetrySettings defaults() {
		return DEFAULTS;
	}

	/**
	 * A builder that starts with the defaults.
	 * @return a new builder
	 */
	public static Builder builder() {
		return new Builder();
	}

	/**
	 * A builder that starts with these settings.
	 * @return a new builder
	 */
	public Builder toBuilder() {
		Builder builder = new Builder();
		builder.policy = this.policy;
		builder.maxRetries = this.maxRetries;
		builder.stackTraceLength = this.stackTraceLength;
		builder.maxPostponed = this.maxPostponed;
		builder.errorHandler = this.errorHandler;
		return builder;
	}

	/**
	 * Which exceptions are retried, and after which delays.
	 * @return the policy
	 */
	public RetryPolicy policy() {
		return this.policy;
	}

	/**
	 * How many retries the listener allows, if fewer than its queue.
	 * @return the maximum, at least 0, or null if that of the queue applies
	 */
	public @Nullable Integer maxRetries() {
		return this.maxRetries;
	}

	/**
	 * How many characters of a stack trace a dead letter keeps.
	 * @return the maximum, at least 0
	 */
	public int stackTraceLength() {
		return this.stackTraceLength;
	}

	/**
	 * How long after a job was sent its handlers may postpone it. Later, postponing it
	 * counts as a failure.
	 * @return the time, or null if there is no limit
	 */
	public @Nullable Duration maxPostponed() {
		return this.maxPostponed;
	}

	/**
	 * What decides about failures before the retry policy does.
	 * @return the error handler, or null if the one of all listeners is used
	 */
	public @Nullable JobErrorHandler errorHandler() {
		return this.errorHandler;
	}

	boolean isRetryable(Throwable thrown) {
		return this.policy.shouldRetry(thrown);
	}

	/** The failure to record for a job that is retried. */
	Failure failure(Lease lease, Throwable thrown) {
		return failure(delay(lease), thrown);
	}

	/** The failure to record for a job that is retried after a delay. */
	Failure failure(Duration delay, Throwable thrown) {
		return new Failure(delay, Cause.of(Cause.Reason.FAILURES, thrown, this.stackTraceLength));
	}

	/** The failure to record if the policy fails, too. */
	static Failure failureWithoutPolicy(Throwable thrown) {
		return new Failure(DEFAULT_DELAY, Cause.of(Cause.Reason.FAILURES, thrown.getMessage()));
	}

	/** The cause to record for a job that is not retried. */
	Cause cause(Throwable thrown) {
		return Cause.of(Cause.Reason.NOT_RETRYABLE, thrown, this.stackTraceLength);
	}

	/**
	 * The delay of the policy for this failure: its first delay for the first failure,
	 * and so on. Its last delay is used for all further failures. A delay over 365 days
	 * is cut to them.
	 */
	private Duration delay(Lease lease) {
		BackOffExecution delays = this.policy.getBackOff().start();
		long delay = 0;
		for (int failure = 0; failure <= Math.min(lease.failures(), MANY); failure++) {
			long next = delays.nextBackOff();
			if (next == BackOffExecution.STOP) {
				break;
			}
			delay = next;
		}
		return Duration.ofMillis(Math.min(delay, Job.MAX_DELAY.toMillis()));
	}

	/**
	 * Builds settings. Not thread-safe.
	 */
	public static final class Builder {

		private RetryPolicy policy = DEFAULT_POLICY;

		private @Nullable Integer maxRetries;

		private int stackTraceLength = 4096;

		private @Nullable Duration maxPostponed;

		private @Nullable JobErrorHandler errorHandler;

		private Builder() {
		}

		/**
		 * Sets which exceptions are retried, and after which delays;
		 * {@link RetrySettings#DEFAULT_POLICY} by default. The queue, not the policy,
		 * limits the number of retries.
		 * @param policy the policy
		 * @return this
		 */
		public Builder policy(RetryPolicy policy) {
			this.policy = policy;
			return this;
		}

		/**
		 * Sets how many retries the listener allows. That of the queue applies by
		 * default, and cannot be exceeded.
		 * @param maxRetries the maximum, at least 0, or null
		 * @return this
		 */
		public Builder maxRetries(@Nullable Integer maxRetries) {
			this.maxRetries = maxRetries;
			return this;
		}

		/**
		 * Sets how many characters of a stack trace a dead letter keeps, 4096 by default.
		 * @param stackTraceLength the maximum, at least 0
		 * @return this
		 */
		public Builder stackTraceLength(int stackTraceLength) {
			this.stackTraceLength = stackTraceLength;
			return this;
		}

		/**
		 * Sets how long after a job was sent its handlers may postpone it without a
		 * failure. There is no limit by default.
		 * @param maxPostponed the time, 1 ms to 365 days, or null for no limit
		 * @return this
		 */
		public Builder maxPostponed(@Nullable Duration maxPostponed) {
			this.maxPostponed = maxPostponed;
			return this;
		}

		/**
		 * Sets what decides about failures before the retry policy does. By default, that
		 * is the error handler of all listeners, if there is one.
		 * @param errorHandler the error handler, or null
		 * @return this
		 */
		public Builder errorHandler(@Nullable JobErrorHandler errorHandler) {
			this.errorHandler = errorHandler;
			return this;
		}

		/**
		 * Builds the settings.
		 * @return the settings
		 * @throws IllegalArgumentException if a value is out of range
		 */
		public RetrySettings build() {
			SettingRange.require(this.maxRetries == null || this.maxRetries >= 0, "maximum number of retries",
					"at least 0", this.maxRetries);
			SettingRange.require(this.stackTraceLength >= 0, "stack trace length", "at least 0", this.stackTraceLength);
			SettingRange.require(
					this.maxPostponed == null || SettingRange.isBetween(Duration.ofMillis(1), this.maxPostponed),
					"longest time of postponing", "between 1 ms and 365 days", this.maxPostponed);
			return new RetrySettings(this);
		}

	}

}
