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
	 * Finds out the state of a job.
	 * @param queue the name of the queue
	 * @param id the id of the job
	 * @return its state
	 */
	JobState state(String queue, String id);

	/**
	 * Finds out when the last of the delayed jobs is due, and the last of the places in
	 * groups is free that are kept for holders of cancelled jobs.
	 * @param queue the name of the queue
	 * @return in how long, zero if that is now or there is none
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

	/** The state of a job. */
	enum JobState {

		/** It is not in the queue. It may be a dead letter. */
		ABSENT,

		/** It is ready or leased, or waits for others of its group. */
		PRESENT,

		/** Its ready time is in the future. */
		DELAYED

	}

}
