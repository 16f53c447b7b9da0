package io.github.redisqueue;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * What a queue needs to know besides its name. All instances that share a queue should
 * agree on it; each acts on its own.
 *
 * @param worker the name of this running instance, unique among those that share the
 * queue
 * @param leaseTime how long a lease lasts, at least 10 ms
 * @param limits how often a job may fail
 * @param retention which dead letters are kept
 * @param dedupWindow for how long ids are remembered after their jobs were completed, so
 * that they cannot be added again; zero for not at all
 */
public record QueueSettings(String worker, Duration leaseTime, Limits limits, Retention retention,
		Duration dedupWindow) {

	/**
	 * Checks the settings, and rounds the window up to milliseconds.
	 * @param worker the name of this running instance
	 * @param leaseTime how long a lease lasts
	 * @param limits how often a job may fail
	 * @param retention which dead letters are kept
	 * @param dedupWindow for how long completed ids are remembered
	 * @throws IllegalArgumentException if the name is blank, or a time is out of range
	 */
	public QueueSettings {
		if (worker.isBlank()) {
			throw new IllegalArgumentException("A worker needs a name, this one is blank");
		}
		if (leaseTime.compareTo(Duration.ofMillis(10)) < 0 || leaseTime.compareTo(Duration.ofDays(365)) > 0) {
			throw new IllegalArgumentException("A lease time is between 10 ms and 365 days, this one is " + leaseTime);
		}
		if (dedupWindow.isNegative() || dedupWindow.compareTo(Duration.ofDays(365)) > 0) {
			throw new IllegalArgumentException(
					"Completed ids are remembered for 365 days at most or not at all, not for " + dedupWindow);
		}
		// The scripts know milliseconds only; a window that is there must not vanish.
		dedupWindow = dedupWindow.plusNanos(999_999).truncatedTo(ChronoUnit.MILLIS);
	}

	/**
	 * Settings with the default limits: 3 retries, 3 crashes, 10 000 dead letters for 30
	 * days, and no memory of completed ids.
	 * @param worker the name of this running instance
	 * @param leaseTime how long a lease lasts
	 * @return the settings
	 */
	public static QueueSettings of(String worker, Duration leaseTime) {
		return new QueueSettings(worker, leaseTime, new Limits(3, 3), new Retention(10_000, Duration.ofDays(30)),
				Duration.ZERO);
	}

	/**
	 * The same settings with other limits.
	 * @param limits how often a job may fail
	 * @return the settings
	 */
	public QueueSettings withLimits(Limits limits) {
		return new QueueSettings(this.worker, this.leaseTime, limits, this.retention, this.dedupWindow);
	}

	/**
	 * The same settings with another retention.
	 * @param retention which dead letters are kept
	 * @return the settings
	 */
	public QueueSettings withRetention(Retention retention) {
		return new QueueSettings(this.worker, this.leaseTime, this.limits, retention, this.dedupWindow);
	}

	/**
	 * The same settings with another memory of completed ids.
	 * @param dedupWindow for how long they are remembered, or zero
	 * @return the settings
	 */
	public QueueSettings withDedupWindow(Duration dedupWindow) {
		return new QueueSettings(this.worker, this.leaseTime, this.limits, this.retention, dedupWindow);
	}

	/**
	 * How often a job may fail before it is buried.
	 *
	 * @param retries how many failures of a handler are retried, at least 0: with 3 the
	 * fourth failure buries the job
	 * @param crashes how many times a worker may vanish with the job, at least 1: with 3
	 * the fourth crash buries it. Zero is not allowed, as the first crash of a worker
	 * counts for all jobs it held, also those it had not started.
	 */
	public record Limits(int retries, int crashes) {

		/**
		 * Checks the limits.
		 * @param retries how many failures are retried
		 * @param crashes how many crashes are allowed
		 * @throws IllegalArgumentException if one is below its minimum
		 */
		public Limits {
			if (retries < 0) {
				throw new IllegalArgumentException("The number of retries is at least 0, not " + retries);
			}
			if (crashes < 1) {
				throw new IllegalArgumentException("The number of crashes allowed is at least 1, not " + crashes);
			}
		}

	}

	/**
	 * Which dead letters are kept.
	 *
	 * @param maxLength how many at most, at least 1; the oldest go first
	 * @param maxAge for how long at most; older ones go with the next deep cleaning
	 */
	public record Retention(long maxLength, Duration maxAge) {

		/**
		 * Checks the limits.
		 * @param maxLength how many dead letters are kept
		 * @param maxAge for how long they are kept
		 * @throws IllegalArgumentException if one is below its minimum
		 */
		public Retention {
			if (maxLength < 1) {
				throw new IllegalArgumentException("At least 1 dead letter is kept, not " + maxLength);
			}
			if (maxAge.isNegative() || maxAge.isZero()) {
				throw new IllegalArgumentException(
						"The age of dead letters is limited to more than zero, not " + maxAge);
			}
		}

	}

}
