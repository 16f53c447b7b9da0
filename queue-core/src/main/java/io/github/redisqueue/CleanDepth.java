package io.github.redisqueue;

/**
 * How thorough a cleaning is.
 */
public enum CleanDepth {

	/**
	 * Checks the leased jobs only, at a cost that grows with their number. Run it every
	 * few seconds. Does nothing if the queue has found within the last two seconds, while
	 * leasing, that no worker holds a job.
	 */
	LIGHT,

	/**
	 * Checks all keys of the queue too, and deletes dead letters that are too old. The
	 * cost grows with the number of keys in the database. Run it about every hour.
	 */
	DEEP

}
