package io.github.redisqueue.listener;

import java.util.List;

import io.github.redisqueue.Lease;

/**
 * Takes the jobs that a {@link LeaseLoop} leases. Its methods must not block.
 */
interface Intake {

	/** How many jobs to lease now, 0 or less if a call is not worth it. */
	int room();

	/** How many jobs to lease now from a shard, if there is room. */
	int room(int shard);

	/**
	 * Takes leased jobs.
	 * @param shard the number of the shard
	 * @param leases the leases, at least one
	 */
	void take(int shard, List<Lease> leases);

}
