package io.github.redisqueue.template;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Adds jobs to a queue, without waiting for Redis.
 */
@FunctionalInterface
interface JobAdder {

	/**
	 * Begins to add jobs.
	 * @param queue the name of the queue
	 * @param jobs the jobs, at least one
	 * @return their results, in the same order, completed on a thread that must not be
	 * blocked
	 */
	CompletableFuture<List<SendResult>> add(String queue, List<OutgoingJob> jobs);

}
