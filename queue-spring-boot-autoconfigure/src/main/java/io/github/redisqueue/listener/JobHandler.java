package io.github.redisqueue.listener;

import io.github.redisqueue.Lease;

/**
 * Handles jobs.
 */
@FunctionalInterface
public interface JobHandler {

	/**
	 * Handles a job. The listener calls this on several threads at the same time, up to
	 * its concurrency. It interrupts the thread when the lease expires or is lost, and
	 * when the shutdown timeout has elapsed.
	 * @param lease the lease of the job
	 * @throws Exception if handling the job failed
	 */
	void handle(Lease lease) throws Exception;

}
