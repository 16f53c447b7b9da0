package io.github.redisqueue;

/**
 * How thorough a cleaning is.
 */
public enum CleanDepth {

	/** Looks at the jobs in progress only. Cheap; run it every few seconds. */
	LIGHT,

	/**
	 * Looks at everything that the queue keeps. Its cost grows with the number of keys in
	 * the database; run it every hour or so.
	 */
	DEEP

}
