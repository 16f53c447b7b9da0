package io.github.redisqueue.testing;

import java.time.Duration;
import java.util.List;

import io.github.redisqueue.Lease;

/**
 * What a test does to the data of queues that an application does not do. The
 * auto-configuration implements it with scripts. Thread-safe.
 */
public interface QueueData {

	/**
	 * Finds out when the last of the delayed jobs is due, or for how long groups may keep
	 * places for holders of cancelled jobs.
	 * @param queue the name of the queue
	 * @return in how long, positive
	 */
	Duration untilLastDelayed(String queue);

	/**
	 * Moves all times in the data of a queue back.
	 * @param queue the name of the queue
	 * @param time how far, positive
	 * @param schedules whether also those of schedules
	 */
	void advance(String queue, Duration time, boolean schedules);

	/**
	 * Leases jobs for another worker, which never extends or settles them.
	 * @param queue the name of the queue
	 * @param max how many jobs at most
	 * @return the leases
	 */
	List<Lease> leaseAndCrash(String queue, int max);

	/**
	 * Deletes jobs, dead letters and schedules while no listener of the application runs,
	 * and declares the schedules of the application anew.
	 * @param queues the names of the queues
	 */
	void purge(List<String> queues);

	/**
	 * Whether the application handles or forwards the jobs of a queue.
	 * @param queue the name of the queue
	 * @return whether a listener of the queue runs
	 */
	boolean isServed(String queue);

}
