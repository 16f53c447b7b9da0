package io.github.redisqueue.test;

import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkQueue;

/**
 * The jobs of a queue that have not ended. They are counted in one call: between two, a
 * job may pass from the state that is counted last to the one that was counted first.
 */
public final class LivingJobs {

	private LivingJobs() {
	}

	/**
	 * How many jobs are ready, delayed, waiting or leased.
	 * @param queue the queue
	 * @return the number of jobs
	 */
	public static long of(WorkQueue queue) {
		QueueCounts counts = queue.counts();
		return counts.ready() + counts.delayed() + counts.waiting() + counts.leased();
	}

}
