package io.github.redisqueue;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * The settings of a queue, as one instance uses them. Instances that share a queue should
 * have the same settings, except for the worker. Each acts on its own, except for the
 * limits on leasing, which are recorded in Redis and hold for all: the instance that
 * leased for the first time last decides. Immutable.
 *
 * @param worker the id of this running instance, unique among those that share the queue,
 * without control characters
 * @param leaseTime how long a lease lasts, 10 ms to 365 days
 * @param maxRetries how many failures of handlers are retried, at least 0: with 3, the
 * fourth failure buries the job
 * @param maxCrashes how many times workers may crash while they hold a job, at least 1:
 * with 3, the fourth crash buries the job. Zero is not allowed, because the first crash
 * of a worker counts for all jobs that it held, also for those that it had not started
 * @param maxDeadLetters how many dead letters are kept, at least 1; the queue deletes the
 * oldest beyond that
 * @param maxDeadLetterAge for how long dead letters are kept, 1 ms to 365 days; deep
 * cleanings delete older ones
 * @param dedupWindow for how long the queue remembers the ids of completed jobs, rounded
 * up to milliseconds, at most 365 days; zero if it does not. While it remembers an id,
 * only {@link AddMode#UNCHECKED} adds a job with that id
 * @param rateLimit how many jobs may be leased per time, by all instances together, or
 * null if there is no limit
 * @param maxLeased how many jobs may be leased at the same time, by all instances
 * together, or 0 if there is no limit
 * @param groups how the queue treats jobs that have a group, or null if jobs with a group
 * cannot be added. Instances of versions without groups must not share the queue: they
 * would end jobs without opening the next
 * @param history how much the queue keeps of the history of its jobs, or null if it keeps
 * none. Each instance notes what it does itself
 */
public record QueueSettings(String worker, Duration leaseTime, int maxRetries, int maxCrashes, long maxDeadLetters,
		Duration maxDeadLetterAge, Duration dedupWindow, @Nullable RateLimit rateLimit, int maxLeased,
		@Nullable Groups groups, @Nullable HistoryLimits history) {

	/**
	 * Checks the components.
	 * @throws IllegalArgumentException if one is not allowed
	 */
	public QueueSettings {
		Assert.isTrue(!worker.isBlank(), "The id of a worker must not be blank");
		Assert.isTrue(worker.chars().noneMatch(Character::isISOControl),
				"The id of a worker must not contain control characters, but is '" + LogText.of(worker) + "'");
		AllowedRange.check("A lease time", Duration.ofMillis(10), leaseTime);
		Assert.isTrue(maxRetries >= 0, "The number of retries must be at least 0, but is " + maxRetries);
		Assert.isTrue(maxCrashes >= 1, "The number of crashes must be at least 1, but is " + maxCrashes);
		Assert.isTrue(maxDeadLetters >= 1, "The number of dead letters must be at least 1, but is " + maxDeadLetters);
		AllowedRange.check("The age of dead letters", Duration.ofMillis(1), maxDeadLetterAge);
		AllowedRange.check("The dedup window", Duration.ZERO, dedupWindow);
		// The scripts count in milliseconds. Rounding down could make a short window
		// zero.
		dedupWindow = dedupWindow.plusNanos(999_999).truncatedTo(ChronoUnit.MILLIS);
		Assert.isTrue(maxLeased >= 0,
				"The number of jobs leased at the same time must be at least 1, or 0 for no limit, but is "
						+ maxLeased);
	}

	/**
	 * {@return settings with the defaults of the {@linkplain Builder builder}}
	 * @param worker the id of this running instance
	 * @param leaseTime how long a lease lasts
	 */
	public static QueueSettings of(String worker, Duration leaseTime) {
		return builder(worker, leaseTime).build();
	}

	/**
	 * {@return a builder with the defaults of everything else}
	 * @param worker the id of this running instance
	 * @param leaseTime how long a lease lasts
	 */
	public static Builder builder(String worker, Duration leaseTime) {
		return new Builder(worker, leaseTime);
	}

	/**
	 * {@return a builder with the values of these settings}
	 */
	public Builder toBuilder() {
		return builder(this.worker, this.leaseTime).maxRetries(this.maxRetries)
			.maxCrashes(this.maxCrashes)
			.maxDeadLetters(this.maxDeadLetters)
			.maxDeadLetterAge(this.maxDeadLetterAge)
			.dedupWindow(this.dedupWindow)
			.rateLimit(this.rateLimit)
			.maxLeased(this.maxLeased)
			.groups(this.groups)
			.history(this.history);
	}

	/**
	 * {@return whether there is a rate limit, or a limit of jobs leased at the same time}
	 */
	public boolean limited() {
		return this.rateLimit != null || this.maxLeased > 0;
	}

	/**
	 * Builds settings. Not thread-safe.
	 */
	public static final class Builder {

		private final String worker;

		private final Duration leaseTime;

		private int maxRetries = 3;

		private int maxCrashes = 3;

		private long maxDeadLetters = 10_000;

		private Duration maxDeadLetterAge = Duration.ofDays(30);

		private Duration dedupWindow = Duration.ZERO;

		private @Nullable RateLimit rateLimit;

		private int maxLeased;

		private @Nullable Groups groups;

		private @Nullable HistoryLimits history;

		private Builder(String worker, Duration leaseTime) {
			this.worker = worker;
			this.leaseTime = leaseTime;
		}

		/**
		 * {@return this builder} Default: 3.
		 * @param maxRetries how many failures of handlers are retried, at least 0
		 */
		public Builder maxRetries(int maxRetries) {
			this.maxRetries = maxRetries;
			return this;
		}

		/**
		 * {@return this builder} Default: 3.
		 * @param maxCrashes how many times workers may crash while they hold a job, at
		 * least 1
		 */
		public Builder maxCrashes(int maxCrashes) {
			this.maxCrashes = maxCrashes;
			return this;
		}

		/**
		 * {@return this builder} Default: 10 000.
		 * @param maxDeadLetters how many dead letters are kept, at least 1
		 */
		public Builder maxDeadLetters(long maxDeadLetters) {
			this.maxDeadLetters = maxDeadLetters;
			return this;
		}

		/**
		 * {@return this builder} Default: 30 days.
		 * @param maxDeadLetterAge for how long dead letters are kept, 1 ms to 365 days
		 */
		public Builder maxDeadLetterAge(Duration maxDeadLetterAge) {
			this.maxDeadLetterAge = maxDeadLetterAge;
			return this;
		}

		/**
		 * {@return this builder} Default: zero.
		 * @param dedupWindow for how long the queue remembers the ids of completed jobs,
		 * at most 365 days; zero if it does not
		 */
		public Builder dedupWindow(Duration dedupWindow) {
			this.dedupWindow = dedupWindow;
			return this;
		}

		/**
		 * {@return this builder} Default: null.
		 * @param rateLimit how many jobs may be leased per time, or null if there is no
		 * limit
		 */
		public Builder rateLimit(@Nullable RateLimit rateLimit) {
			this.rateLimit = rateLimit;
			return this;
		}

		/**
		 * {@return this builder} Default: 0.
		 * @param maxLeased how many jobs may be leased at the same time, or 0 if there is
		 * no limit
		 */
		public Builder maxLeased(int maxLeased) {
			this.maxLeased = maxLeased;
			return this;
		}

		/**
		 * {@return this builder} Default: null.
		 * @param groups how the queue treats jobs that have a group, or null if jobs with
		 * a group cannot be added
		 */
		public Builder groups(@Nullable Groups groups) {
			this.groups = groups;
			return this;
		}

		/**
		 * {@return this builder} Default: null.
		 * @param history how much the queue keeps of the history of its jobs, or null if
		 * it keeps none
		 */
		public Builder history(@Nullable HistoryLimits history) {
			this.history = history;
			return this;
		}

		/**
		 * {@return the settings}
		 * @throws IllegalArgumentException if a value is not allowed
		 */
		public QueueSettings build() {
			return new QueueSettings(this.worker, this.leaseTime, this.maxRetries, this.maxCrashes, this.maxDeadLetters,
					this.maxDeadLetterAge, this.dedupWindow, this.rateLimit, this.maxLeased, this.groups, this.history);
		}

	}

}
