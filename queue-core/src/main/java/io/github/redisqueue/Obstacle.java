package io.github.redisqueue;

/**
 * What keeps the ready jobs of a queue, or a single job, from being leased.
 */
public enum Obstacle {

	/** The queue is paused. */
	PAUSED,

	/** As many jobs were leased as the {@link RateLimit} allows at the moment. */
	RATE_LIMIT,

	/**
	 * As many jobs are leased as {@link QueueSettings#maxLeased()} allows at the same
	 * time.
	 */
	MAX_LEASED,

	/**
	 * No job is ready, and those that wait are behind open jobs of their
	 * {@linkplain Groups groups}. Of a single job: it waits in its group.
	 */
	GROUPS

}
