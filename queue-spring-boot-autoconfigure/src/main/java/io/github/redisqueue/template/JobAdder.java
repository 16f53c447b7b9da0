package io.github.redisqueue.template;

import java.util.List;

/**
 * Adds jobs to a queue.
 */
@FunctionalInterface
interface JobAdder {

	/**
	 * Adds jobs.
	 * @param queue the name of the queue
	 * @param jobs the jobs, at least one
	 * @return their results, in the same order
	 */
	List<SendResult> add(String queue, List<OutgoingJob> jobs);

}
