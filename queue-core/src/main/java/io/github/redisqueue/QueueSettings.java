package io.github.redisqueue;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The settings of a queue, as one instance uses them. Instances that share a queue should
 * have the same settings, except for the worker. Each acts on its own, except for the
 * limits on leasing, which are recorded in Redis and hold for all. Immutable.
 */
public final class QueueSettings {

	private final String worker;

	private final Duration leaseTime;

	private final int maxRetries;

	private final int maxCrashes;

	private final long maxDeadLetters;

	private final Duration maxDeadLetterAge;

	private final Duration dedupWindow;

	private final @Nullable RateLimit rateLimit;

	private final int maxLeased;

	private final @Nullable Groups groups;

	private final @Nullable HistoryLimits history;

	private QueueSettings(Builder builder) {
		this.worker = builder.worker;
		this.leaseTime = builder.leaseTime;
		this.maxRetries = builder.maxRetries;
		this.maxCrashes = builder.maxCrashes;
		this.maxDeadLetters = builder.maxDeadLetters;
		this.maxDeadLetterAge = builder.maxDeadLetterAge;
		this.dedupWindow = builder.dedupWindow;
		this.rateLimit = builder.rateLimit;
		this.maxLeased = builder.maxLeased;
		this.groups = builder.groups;
		this.history = builder.history;
	}

	/**
	 * Settings with the defaults of the {@linkplain Builder builder}.
	 * @param worker the id of this running instance, unique among those that share the
	 * queue, without control characters
	 * @param leaseTime how long a lease lasts, 10 ms to 365 days
	 * @return the settings
	 * @throws IllegalArgumentException if a value is not allowed
	 */
	public static QueueSettings of(String worker, Duration leaseTime) {
		return builder(worker, leaseTime).build();
	}

	/**
	 * Builds settings.
	 * @param worker the id of this running instance, unique among those that share the
	 * queue, without control characters
	 * @param leaseTime how long a lease lasts, 10 ms to 365 days
	 * @return a builder with the defaults of everything else
	 * @throws IllegalArgumentException if a value is not allowed
	 */
	public static Builder builder(String worker, Duration leaseTime) {
		return new Builder(worker, leaseTime);
	}

	/**
	 * Builds settings that differ from these.
	 * @return a builder with the values of these settings
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
	 * The id of this running instance.
	 * @return the id of the worker
	 */
	public String worker() {
		return this.worker;
	}

	/**
	 * How long a lease lasts.
	 * @return the lease time
	 */
	public Duration leaseTime() {
		return this.leaseTime;
	}

	/**
	 * How many failures of handlers are retried.
	 * @return the number of failures; one more buries the job
	 */
	public int maxRetries() {
		return this.maxRetries;
	}

	/**
	 * How many times workers may crash while they hold a job.
	 * @return the number of crashes; one more buries the job
	 */
	public int maxCrashes() {
		return this.maxCrashes;
	}

	/**
	 * How many dead letters are kept.
	 * @return the largest number of dead letters
	 */
	public long maxDeadLetters() {
		return this.maxDeadLetters;
	}

	/**
	 * For how long dead letters are kept.
	 * @return the largest age of a dead letter
	 */
	public Duration maxDeadLetterAge() {
		return this.maxDeadLetterAge;
	}

	/**
	 * For how long the queue remembers completed ids.
	 * @return the time in whole milliseconds, zero if the queue does not remember them
	 */
	public Duration dedupWindow() {
		return this.dedupWindow;
	}

	/**
	 * How many jobs may be leased per time, by all instances together.
	 * @return the limit, or null if there is none
	 */
	public @Nullable RateLimit rateLimit() {
		return this.rateLimit;
	}

	/**
	 * How many jobs may be leased at the same time, by all instances together.
	 * @return the number of jobs, or 0 if there is no limit
	 */
	public int maxLeased() {
		return this.maxLeased;
	}

	/**
	 * Whether leasing has a limit that all instances share.
	 * @return whether there is a rate limit, or a limit of jobs leased at the same time
	 */
	public boolean limited() {
		return this.rateLimit != null || this.maxLeased > 0;
	}

	/**
	 * How the queue treats jobs that have a group.
	 * @return the groups, or null if jobs with a group cannot be added
	 */
	public @Nullable Groups groups() {
		return this.groups;
	}

	/**
	 * How much the queue keeps of the history of its jobs.
	 * @return the limits, or null if it keeps no history
	 */
	public @Nullable HistoryLimits history() {
		return this.history;
	}

	private List<Object> values() {
		return List.of(this.worker, this.leaseTime, this.maxRetries, this.maxCrashes, this.maxDeadLetters,
				this.maxDeadLetterAge, this.dedupWindow, Optional.ofNullable(this.rateLimit), this.maxLeased,
				Optional.ofNullable(this.groups), Optional.ofNullable(this.history));
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof QueueSettings settings && values().equals(settings.values());
	}

	@Override
	public int hashCode() {
		return values().hashCode();
	}

	@Override
	public String toString() {
		return "QueueSettings[worker=" + this.worker + ", leaseTime=" + this.leaseTime + ", maxRetries="
				+ this.maxRetries + ", maxCrashes=" + this.maxCrashes + ", maxDeadLetters=" + this.maxDeadLetters
				+ ", maxDeadLetterAge=" + this.maxDeadLetterAge + ", dedupWindow=" + this.dedupWindow + ", rateLimit="
				+ this.rateLimit + ", maxLeased=" + this.maxLeased + ", groups=" + this.groups + ", history="
				+ this.history + "]";
	}

	/**
	 * Builds settings. Not thread-safe.
	 */
	public static final class Builder {

		private static final Duration LONGEST = Duration.ofDays(365);

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
			check(!worker.isBlank(), "The id of a worker must not be blank");
			check(worker.chars().noneMatch(Character::isISOControl),
					"The id of a worker must not contain control characters, but is '" + LogText.of(worker) + "'");
			check(leaseTime.compareTo(Duration.ofMillis(10)) >= 0 && leaseTime.compareTo(LONGEST) <= 0,
					"A lease time must be between 10 ms and 365 days, but is " + leaseTime);
			this.worker = worker;
			this.leaseTime = leaseTime;
		}

		/**
		 * Sets how many failures of handlers are retried. Default: 3.
		 * @param maxRetries the number of failures, at least 0: with 3, the fourth
		 * failure buries the job
		 * @return this builder
		 * @throws IllegalArgumentException if the number is negative
		 */
		public Builder maxRetries(int maxRetries) {
			check(maxRetries >= 0, "The number of retries must be at least 0, but is " + maxRetries);
			this.maxRetries = maxRetries;
			return this;
		}

		/**
		 * Sets how many times workers may crash while they hold a job. Default: 3.
		 * @param maxCrashes the number of crashes, at least 1: with 3, the fourth crash
		 * buries the job. Zero is not allowed, because the first crash of a worker counts
		 * for all jobs that it held, also for those that it had not started.
		 * @return this builder
		 * @throws IllegalArgumentException if the number is below 1
		 */
		public Builder maxCrashes(int maxCrashes) {
			check(maxCrashes >= 1, "The number of crashes must be at least 1, but is " + maxCrashes);
			this.maxCrashes = maxCrashes;
			return this;
		}

		/**
		 * Sets how many dead letters are kept. Default: 10 000.
		 * @param maxDeadLetters the number of dead letters, at least 1; the queue deletes
		 * the oldest beyond that
		 * @return this builder
		 * @throws IllegalArgumentException if the number is below 1
		 */
		public Builder maxDeadLetters(long maxDeadLetters) {
			check(maxDeadLetters >= 1, "The number of dead letters must be at least 1, but is " + maxDeadLetters);
			this.maxDeadLetters = maxDeadLetters;
			return this;
		}

		/**
		 * Sets for how long dead letters are kept. Default: 30 days.
		 * @param maxDeadLetterAge the largest age, 1 ms to 365 days; deep cleanings
		 * delete older ones
		 * @return this builder
		 * @throws IllegalArgumentException if the age is too short or too long
		 */
		public Builder maxDeadLetterAge(Duration maxDeadLetterAge) {
			check(maxDeadLetterAge.compareTo(Duration.ofMillis(1)) >= 0 && maxDeadLetterAge.compareTo(LONGEST) <= 0,
					"The age of dead letters must be between 1 ms and 365 days, but is " + maxDeadLetterAge);
			this.maxDeadLetterAge = maxDeadLetterAge;
			return this;
		}

		/**
		 * Sets for how long the queue remembers the ids of completed jobs. While it
		 * remembers an id, only {@link AddMode#UNCHECKED} adds a job with that id.
		 * Default: zero.
		 * @param dedupWindow the time, rounded up to milliseconds, at most 365 days; zero
		 * if the queue does not remember them
		 * @return this builder
		 * @throws IllegalArgumentException if the time is negative or too long
		 */
		public Builder dedupWindow(Duration dedupWindow) {
			check(!dedupWindow.isNegative() && dedupWindow.compareTo(LONGEST) <= 0,
					"The dedup window must be between zero and 365 days, but is " + dedupWindow);
			// The scripts count in milliseconds. Rounding down could make a short window
			// zero.
			this.dedupWindow = dedupWindow.plusNanos(999_999).truncatedTo(ChronoUnit.MILLIS);
			return this;
		}

		/**
		 * Sets how many jobs may be leased per time, by all instances together. The
		 * instance that leased for the first time last decides: it records its limits in
		 * Redis, and all instances obey those. Default: null.
		 * @param rateLimit the limit, or null if there is none
		 * @return this builder
		 */
		public Builder rateLimit(@Nullable RateLimit rateLimit) {
			this.rateLimit = rateLimit;
			return this;
		}

		/**
		 * Sets how many jobs may be leased at the same time, by all instances together.
		 * The instance that leased for the first time last decides: it records its limits
		 * in Redis, and all instances obey those. Default: 0.
		 * @param maxLeased the number of jobs, or 0 if there is no limit
		 * @return this builder
		 * @throws IllegalArgumentException if the number is negative
		 */
		public Builder maxLeased(int maxLeased) {
			check(maxLeased >= 0,
					"The number of jobs leased at the same time must be at least 1, or 0 for no limit, but is "
							+ maxLeased);
			this.maxLeased = maxLeased;
			return this;
		}

		/**
		 * Sets how the queue treats jobs that have a group. Default: null.
		 * @param groups the groups, or null if jobs with a group cannot be added
		 * @return this builder
		 */
		public Builder groups(@Nullable Groups groups) {
			this.groups = groups;
			return this;
		}

		/**
		 * Sets how much the queue keeps of the history of its jobs. Each instance notes
		 * what it does itself. Default: null.
		 * @param history the limits, or null if it keeps no history
		 * @return this builder
		 */
		public Builder history(@Nullable HistoryLimits history) {
			this.history = history;
			return this;
		}

		private static void check(boolean isAllowed, String message) {
			if (!isAllowed) {
				throw new IllegalArgumentException(message);
			}
		}

		/**
		 * Builds the settings.
		 * @return the settings
		 */
		public QueueSettings build() {
			return new QueueSettings(this);
		}

	}

}
