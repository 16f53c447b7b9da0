package io.github.redisqueue.bell;

/**
 * Waits for the bell of a queue. Its methods are called on threads that must not be
 * blocked.
 */
public interface Waiter {

	/**
	 * A shard may have jobs to lease. Tells whether this waiter looks; it does not if it
	 * has no room for a job.
	 */
	boolean onWakeUp(int shard);

	/**
	 * A script of this application has opened jobs of groups, and its reply offers them.
	 * Tells whether this waiter leases them.
	 */
	default boolean onOffer(int shard) {
		return onWakeUp(shard);
	}

	/** Wake-ups may have been lost, because the connection broke. */
	void onGap();

}
