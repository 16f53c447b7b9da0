package io.github.redisqueue;

/**
 * How thorough a cleaning is.
 */
public enum CleanDepth {

	/**
	 * Looks at the jobs in progress only. Cheap; run it every few seconds. Does nothing
	 * if an attempt to lease has found within the last two seconds that nobody holds a
	 * job.
	 */
	LIGHT,

	/**
	 * Looks at everything that the queue keeps, and forgets dead letters that are too
	 * old. Its cost grows with the number of keys in the database; run it every hour or
	 * so.
	 */
	DEEP

}
