package io.github.redisqueue.listener;

import io.github.redisqueue.Lease;

/**
 * Does the work of a job.
 */
@FunctionalInterface
public interface JobHandler {

	/**
	 * Does the work of a job. Called on as many threads at once as the listener's
	 * concurrency allows. The thread is interrupted when the lease is lost or runs out,
	 * and at the end of the shutdown's patience.
	 * @param lease the proof that the job is held
	 * @throws Exception if the work failed
	 */
	void handle(Lease lease) throws Exception;

}
