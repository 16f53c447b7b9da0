package io.github.redisqueue.listener;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.core.task.AsyncTaskExecutor;

/**
 * The settings of a listener. Immutable. A {@linkplain #builder() builder} starts with
 * the {@linkplain #defaults() defaults}.
 */
public final class ListenerSettings {

	/** The largest concurrency of a listener. */
	public static final int MAX_CONCURRENCY = 10_000;

	private static final ListenerSettings DEFAULTS = new ListenerSettings(new Builder());

	private final int concurrency;

	private final int prefetch;

	private final Duration pollInterval;

	private final Duration shutdownTimeout;

	private final AckMode ackMode;

	private final Duration ackTimeout;

	private final Duration ackInterval;

	private final BatchSettings batch;

	private final RetrySettings retry;

	private final @Nullable AsyncTaskExecutor executor;

	private ListenerSettings(Builder builder) {
		this.concurrency = builder.concurrency;
		this.prefetch = builder.prefetch;
		this.pollInterval = builder.pollInterval;
		this.shutdownTimeout = builder.shutdownTimeout;
		this.ackMode = builder.ackMode;
		this.ackTimeout = builder.ackTimeout;
		this.ackInterval = builder.ackInterval;
		this.batch = builder.batch;
		this.retry = builder.retry;
		this.executor = builder.executor;
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
	 * A builder that starts with these settings.
	 * @return a new builder
	 */
	public Builder toBuilder() {
		Builder builder = new Builder();
		builder.concurrency = this.concurrency;
		builder.prefetch = this.prefetch;
		builder.pollInterval = this.pollInterval;
		builder.shutdownTimeout = this.shutdownTimeout;
		builder.ackMode = this.ackMode;
		builder.ackTimeout = this.ackTimeout;
		builder.ackInterval = this.ackInterval;
		builder.batch = this.batch;
		builder.retry = this.retry;
		builder.executor = this.executor;
		return builder;
	}

	/**
	 * How many jobs the listener handles at the same time.
	 * @return the largest number of handler threads, 1 to {@value #MAX_CONCURRENCY}
	 */
	public int concurrency() {
		return this.concurrency;
	}

	/**
	 * How many jobs the listener may prefetch, in addition to those that its handlers
	 * work on.
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
	 * How long a job may stay unacknowledged after its handler has returned, in the mode
	 * {@link AckMode#MANUAL}. Then it has failed.
	 * @return the timeout, 1 ms to 365 days
	 */
	public Duration ackTimeout() {
		return this.ackTimeout;
	}

	/**
	 * How long the completion of a job may wait for the next call that leases, with which
	 * it is sent. It waits only while more jobs are ready than the listener has room for,
	 * and if nobody waits for it.
	 * @return the interval, zero to 1 s; zero completes each job at once
	 */
	public Duration ackInterval() {
		return this.ackInterval;
	}

	/**
	 * How the listener collects the jobs of a batch, if its handler takes batches.
	 * @return the settings
	 */
	public BatchSettings batch() {
		return this.batch;
	}

	/**
	 * How the listener treats failures of its handler.
	 * @return the settings
	 */
	public RetrySettings retry() {
		return this.retry;
	}

	/**
	 * What runs the handler threads.
	 * @return the executor, or null if the one of all listeners is used
	 */
	public @Nullable AsyncTaskExecutor executor() {
		return this.executor;
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

		private Duration ackTimeout = Duration.ofMinutes(10);

		private Duration ackInterval = Duration.ofMillis(5);

		private BatchSettings batch = BatchSettings.DEFAULT;

		private RetrySettings retry = RetrySettings.defaults();

		private @Nullable AsyncTaskExecutor executor;

		private Builder() {
		}

		/**
		 * Sets how many jobs the listener handles at the same time, 10 by default.
		 * @param concurrency the largest number of handler threads, 1 to 10000
		 * @return this
		 */
		public Builder concurrency(int concurrency) {
			this.concurrency = concurrency;
			return this;
		}

		/**
		 * Sets how many jobs the listener may prefetch, 1000 by default.
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
		 * Sets how long a job may stay unacknowledged in the mode {@link AckMode#MANUAL},
		 * 10 minutes by default.
		 * @param ackTimeout the timeout, 1 ms to 365 days
		 * @return this
		 */
		public Builder ackTimeout(Duration ackTimeout) {
			this.ackTimeout = ackTimeout;
			return this;
		}

		/**
		 * Sets how long the completion of a job may wait for the next call that leases, 5
		 * ms by default.
		 * @param ackInterval the interval, zero to 1 s; zero completes each job at once
		 * @return this
		 */
		public Builder ackInterval(Duration ackInterval) {
			this.ackInterval = ackInterval;
			return this;
		}

		/**
		 * Sets how the listener collects the jobs of a batch,
		 * {@link BatchSettings#DEFAULT} by default.
		 * @param batch the settings
		 * @return this
		 */
		public Builder batch(BatchSettings batch) {
			this.batch = batch;
			return this;
		}

		/**
		 * Sets how the listener treats failures of its handler,
		 * {@link RetrySettings#defaults()} by default.
		 * @param retry the settings
		 * @return this
		 */
		public Builder retry(RetrySettings retry) {
			this.retry = retry;
			return this;
		}

		/**
		 * Sets what runs the handler threads. By default, all listeners share one
		 * executor.
		 * @param executor the executor, or null
		 * @return this
		 */
		public Builder executor(@Nullable AsyncTaskExecutor executor) {
			this.executor = executor;
			return this;
		}

		/**
		 * Builds the settings.
		 * @return the settings
		 * @throws IllegalArgumentException if a value is out of range
		 */
		public ListenerSettings build() {
			SettingRange.requireConcurrency(this.concurrency);
			SettingRange.require(this.prefetch >= 0, "prefetch", "at least 0", this.prefetch);
			SettingRange.require(SettingRange.isBetween(Duration.ofMillis(1), this.pollInterval), "poll interval",
					"between 1 ms and 365 days", this.pollInterval);
			SettingRange.require(SettingRange.isBetween(Duration.ZERO, this.shutdownTimeout), "shutdown timeout",
					"between zero and 365 days", this.shutdownTimeout);
			SettingRange.require(SettingRange.isBetween(Duration.ofMillis(1), this.ackTimeout), "ack timeout",
					"between 1 ms and 365 days", this.ackTimeout);
			SettingRange.require(
					!this.ackInterval.isNegative() && this.ackInterval.compareTo(Duration.ofSeconds(1)) <= 0,
					"ack interval", "between zero and 1 s", this.ackInterval);
			return new ListenerSettings(this);
		}

	}

}
