package io.github.redisqueue;

/**
 * How much a queue keeps of the history of its jobs. Immutable.
 *
 * @param maxEvents how many events of each job are kept at most, the newest, 1 to 100;
 * fewer if they have more than 8000 bytes together
 * @param maxJobs how many of the jobs that have ended keep their history, those that
 * ended last, 1 to 1 000 000; in a queue with shards, each shard keeps its share
 */
public record HistoryLimits(int maxEvents, int maxJobs) {

	/** The default limits: 20 events of each job, and 10 000 jobs that have ended. */
	public static final HistoryLimits DEFAULT = new HistoryLimits(20, 10_000);

	/** The largest number of events of a job. */
	public static final int MOST_EVENTS = 100;

	/** The largest number of ended jobs. */
	public static final int MOST_JOBS = 1_000_000;

	/**
	 * Limits.
	 * @throws IllegalArgumentException if a value is not allowed
	 */
	public HistoryLimits {
		AllowedRange.check("The number of events of a job", 1, maxEvents, MOST_EVENTS);
		AllowedRange.check("The number of ended jobs that keep their history", 1, maxJobs, MOST_JOBS);
	}

}
