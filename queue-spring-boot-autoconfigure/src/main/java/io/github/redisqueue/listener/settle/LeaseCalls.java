package io.github.redisqueue.listener.settle;

/**
 * What connects the settlements of a shard with the calls that lease from it.
 */
public interface LeaseCalls {

	/**
	 * Whether another call follows soon, because the last one has left jobs behind.
	 * Settlements may wait for it.
	 */
	boolean isNextSoon();

	/**
	 * So many more trips of settlements are under way that may open jobs.
	 */
	void onTrip(int more);

}
