package io.github.redisqueue.listener;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.core.task.AsyncTaskExecutor;

/**
 * The settings of a listener. Immutable.
 *
 * @param concurrency how many jobs the listener handles at the same time, the largest
 * number of handler threads, 1 to 10000
 * @param prefetch how many jobs the listener may prefetch at most, in addition to those
 * that its handlers work on, at least 0
 * @param pollInterval how long the listener waits for the bell before it polls the queue,
 * 1 ms to 365 days. The wait may be 5 % longer
 * @param shutdownTimeout how long a stopping listener waits for running handlers before
 * it interrupts them, zero to 365 days
 * @param ackMode when the listener completes a job
 * @param ackTimeout how long a job may stay unacknowledged after its handler has
 * returned, in the mode {@link AckMode#MANUAL}, 1 ms to 365 days. Then it has failed
 * @param ackInterval how long the completion of a job may wait for the next call that
 * leases, with which it is sent, zero to 1 s. It waits only while more jobs are ready
 * than the listener has room for, and if nobody waits for it
 * @param batch how the listener collects the jobs of a batch, if its handler takes
 * batches
 * @param retry how the listener treats failures of its handler
 * @param executor what runs the handler threads, or null if the one of all listeners is
 * used
 */
public record ListenerSettings(int concurrency, int prefetch, Duration pollInterval, Duration shutdownTimeout,
		AckMode ackMode, Duration ackTimeout, Duration ackInterval, BatchSettings batch, RetrySettings retry,
		@Nullable AsyncTaskExecutor executor) {

	/** The largest concurrency of a listener. */
	public static final int MAX_CONCURRENCY = 10_000;

	/**
	 * Checks the components.
	 * @throws IllegalArgumentException if one is out of range
	 */
	public ListenerSettings {
		requireConcurrency(concurrency);
		SettingRange.require(prefetch >= 0, "prefetch", "at least 0", prefetch);
		SettingRange.requirePositive("poll interval", pollInterval);
		SettingRange.requireDuration("shutdown timeout", shutdownTimeout);
		SettingRange.requirePositive("ack timeout", ackTimeout);
		SettingRange.require(!ackInterval.isNegative() && ackInterval.compareTo(Duration.ofSeconds(1)) <= 0,
				"ack interval", "between zero and 1 s", ackInterval);
	}

	static void requireConcurrency(int number) {
		SettingRange.require(number >= 1 && number <= MAX_CONCURRENCY, "concurrency",
				"between 1 and " + MAX_CONCURRENCY, number);
	}

	/**
	 * {@return a new builder that starts with the defaults}
	 */
	public static Builder builder() {
		return new Builder();
	}

	/** Builds settings of a listener. Not thread-safe. */
	public static final class Builder {

		private int concurrency = 10;

		private int prefetch = 1000;

		private Duration pollInterval = Duration.ofSeconds(1);

		private Duration shutdownTimeout = Duration.ofSeconds(20);

		private AckMode ackMode = AckMode.AFTER;

		private Duration ackTimeout = Duration.ofMinutes(10);

		private Duration ackInterval = Duration.ofMillis(5);

		private BatchSettings batch = BatchSettings.DEFAULT;

		private RetrySettings retry = RetrySettings.DEFAULT;

		private @Nullable AsyncTaskExecutor executor;

		private Builder() {
		}

		/**
		 * Sets the concurrency, 10 by default.
		 * @param concurrency the largest number of handler threads, 1 to 10000
		 * @return this
		 */
		public Builder concurrency(int concurrency) {
			this.concurrency = concurrency;
			return this;
		}

		/**
		 * Sets the maximum of prefetched jobs, 1000 by default.
		 * @param prefetch the maximum, at least 0
		 * @return this
		 */
		public Builder prefetch(int prefetch) {
			this.prefetch = prefetch;
			return this;
		}

		/**
		 * Sets the interval between polls, 1 second by default.
		 * @param pollInterval the interval, 1 ms to 365 days
		 * @return this
		 */
		public Builder pollInterval(Duration pollInterval) {
			this.pollInterval = pollInterval;
			return this;
		}

		/**
		 * Sets the shutdown timeout, 20 seconds by default.
		 * @param shutdownTimeout the timeout, zero to 365 days
		 * @return this
		 */
		public Builder shutdownTimeout(Duration shutdownTimeout) {
			this.shutdownTimeout = shutdownTimeout;
			return this;
		}

		/**
		 * Sets the ack mode, {@link AckMode#AFTER} by default.
		 * @param ackMode the mode
		 * @return this
		 */
		public Builder ackMode(AckMode ackMode) {
			this.ackMode = ackMode;
			return this;
		}

		/**
		 * Sets the ack timeout, 10 minutes by default.
		 * @param ackTimeout the timeout, 1 ms to 365 days
		 * @return this
		 */
		public Builder ackTimeout(Duration ackTimeout) {
			this.ackTimeout = ackTimeout;
			return this;
		}

		/**
		 * Sets the ack interval, 5 ms by default.
		 * @param ackInterval the interval, zero to 1 s; zero completes each job at once
		 * @return this
		 */
		public Builder ackInterval(Duration ackInterval) {
			this.ackInterval = ackInterval;
			return this;
		}

		/**
		 * Sets the batches, {@link BatchSettings#DEFAULT} by default.
		 * @param batch how the listener collects the jobs of a batch
		 * @return this
		 */
		public Builder batch(BatchSettings batch) {
			this.batch = batch;
			return this;
		}

		/**
		 * Sets the retries, {@link RetrySettings#DEFAULT} by default.
		 * @param retry how the listener treats failures of its handler
		 * @return this
		 */
		public Builder retry(RetrySettings retry) {
			this.retry = retry;
			return this;
		}

		/**
		 * Sets the executor, by default that of all listeners.
		 * @param executor what runs the handler threads, or null
		 * @return this
		 */
		public Builder executor(@Nullable AsyncTaskExecutor executor) {
			this.executor = executor;
			return this;
		}

		/**
		 * {@return the settings}
		 * @throws IllegalArgumentException if a value is out of range
		 */
		public ListenerSettings build() {
			return new ListenerSettings(this.concurrency, this.prefetch, this.pollInterval, this.shutdownTimeout,
					this.ackMode, this.ackTimeout, this.ackInterval, this.batch, this.retry, this.executor);
		}

	}

}
