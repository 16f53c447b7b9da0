package io.github.redisqueue.listener;

import java.time.Duration;

import org.springframework.core.retry.RetryPolicy;

/**
 * The settings of a listener. Immutable. A {@linkplain #builder() builder} starts with
 * the {@linkplain #defaults() defaults}.
 */
public final class ListenerSettings {

	/** The largest concurrency of a listener. */
	public static final int MAX_CONCURRENCY = 10_000;

	private static final Duration LONGEST = Duration.ofDays(365);

	private static final ListenerSettings DEFAULTS = new ListenerSettings(new Builder());

	private final int concurrency;

	private final int prefetch;

	private final Duration pollInterval;

	private final Duration shutdownTimeout;

	private final AckMode ackMode;

	private final RetrySettings retry;

	private ListenerSettings(Builder builder) {
		this.concurrency = builder.concurrency;
		this.prefetch = builder.prefetch;
		this.pollInterval = builder.pollInterval;
		this.shutdownTimeout = builder.shutdownTimeout;
		this.ackMode = builder.ackMode;
		this.retry = new RetrySettings(builder.retryPolicy, builder.stackTraceLength);
	}

	/**
	 * The settings that apply where nothing else is set.
	 * @return the defaults
	 */
	public static ListenerSettings defaults() {
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
	 * How many jobs the listener handles at the same time.
	 * @return the number of handler threads, 1 to 10000
	 */
	public int concurrency() {
		return this.concurrency;
	}

	/**
	 * How many jobs the listener may lease in advance, in addition to those that its
	 * handlers work on.
	 * @return the maximum, at least 0
	 */
	public int prefetch() {
		return this.prefetch;
	}

	/**
	 * How long the listener waits for the bell before it polls the queue. The wait may be
	 * 5 % longer.
	 * @return the interval, 1 ms to 365 days
	 */
	public Duration pollInterval() {
		return this.pollInterval;
	}

	/**
	 * How long a stopping listener waits for running handlers before it interrupts them.
	 * @return the timeout, zero to 365 days
	 */
	public Duration shutdownTimeout() {
		return this.shutdownTimeout;
	}

	/**
	 * When the listener completes a job.
	 * @return the mode
	 */
	public AckMode ackMode() {
		return this.ackMode;
	}

	/**
	 * How the listener treats failures of its handler.
	 * @return the settings
	 */
	public RetrySettings retry() {
		return this.retry;
	}

	/**
	 * Builds settings of a listener. Not thread-safe.
	 */
	public static final class Builder {

		private int concurrency = 10;

		private int prefetch = 1000;

		private Duration pollInterval = Duration.ofSeconds(1);

		private Duration shutdownTimeout = Duration.ofSeconds(20);

		private AckMode ackMode = AckMode.AFTER;

		private RetryPolicy retryPolicy = RetrySettings.DEFAULT_POLICY;

		private int stackTraceLength = 4096;

		private Builder() {
		}

		/**
		 * Sets how many jobs the listener handles at the same time, 10 by default.
		 * @param concurrency the number of handler threads, 1 to 10000
		 * @return this
		 */
		public Builder concurrency(int concurrency) {
			this.concurrency = concurrency;
			return this;
		}

		/**
		 * Sets how many jobs the listener may lease in advance, 1000 by default.
		 * @param prefetch the maximum, at least 0
		 * @return this
		 */
		public Builder prefetch(int prefetch) {
			this.prefetch = prefetch;
			return this;
		}

		/**
		 * Sets how long the listener waits for the bell before it polls the queue, 1
		 * second by default.
		 * @param pollInterval the interval, 1 ms to 365 days
		 * @return this
		 */
		public Builder pollInterval(Duration pollInterval) {
			this.pollInterval = pollInterval;
			return this;
		}

		/**
		 * Sets how long a stopping listener waits for running handlers, 20 seconds by
		 * default.
		 * @param shutdownTimeout the timeout, zero to 365 days
		 * @return this
		 */
		public Builder shutdownTimeout(Duration shutdownTimeout) {
			this.shutdownTimeout = shutdownTimeout;
			return this;
		}

		/**
		 * Sets when the listener completes a job, {@link AckMode#AFTER} by default.
		 * @param ackMode the mode
		 * @return this
		 */
		public Builder ackMode(AckMode ackMode) {
			this.ackMode = ackMode;
			return this;
		}

		/**
		 * Sets which exceptions are retried, and after which delays;
		 * {@link RetrySettings#DEFAULT_POLICY} by default. The queue, not the policy,
		 * limits the number of retries.
		 * @param retryPolicy the policy
		 * @return this
		 */
		public Builder retryPolicy(RetryPolicy retryPolicy) {
			this.retryPolicy = retryPolicy;
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
		 * Builds the settings.
		 * @return the settings
		 * @throws IllegalArgumentException if a value is out of range
		 */
		public ListenerSettings build() {
			require(this.concurrency >= 1 && this.concurrency <= MAX_CONCURRENCY, "concurrency",
					"between 1 and " + MAX_CONCURRENCY, this.concurrency);
			require(this.prefetch >= 0, "prefetch", "at least 0", this.prefetch);
			require(isBetween(Duration.ofMillis(1), this.pollInterval), "poll interval", "between 1 ms and 365 days",
					this.pollInterval);
			require(isBetween(Duration.ZERO, this.shutdownTimeout), "shutdown timeout", "between zero and 365 days",
					this.shutdownTimeout);
			require(this.stackTraceLength >= 0, "stack trace length", "at least 0", this.stackTraceLength);
			return new ListenerSettings(this);
		}

		private static boolean isBetween(Duration shortest, Duration duration) {
			return duration.compareTo(shortest) >= 0 && duration.compareTo(LONGEST) <= 0;
		}

		private static void require(boolean met, String setting, String range, Object value) {
			if (!met) {
				throw new IllegalArgumentException(
						"The " + setting + " of a listener must be " + range + ", but is " + value);
			}
		}

	}

}
