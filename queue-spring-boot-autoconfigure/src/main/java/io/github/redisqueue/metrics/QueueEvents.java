package io.github.redisqueue.metrics;

/**
 * Receives notifications of what listeners and cleaners do with the jobs of a queue.
 * Implementations must be thread-safe and must not block.
 */
public interface QueueEvents {

	/** Ignores all events. */
	QueueEvents NONE = new QueueEvents() {
	};

	/**
	 * Handlers failed, and their jobs will be retried.
	 * @param queue the name of the queue
	 * @param jobs the number of jobs
	 */
	default void retried(String queue, long jobs) {
	}

	/**
	 * Jobs became dead letters.
	 * @param queue the name of the queue
	 * @param jobs the number of jobs
	 */
	default void buried(String queue, long jobs) {
	}

	/**
	 * Leases were lost or expired before their jobs were settled.
	 * @param queue the name of the queue
	 * @param jobs the number of jobs
	 */
	default void lost(String queue, long jobs) {
	}

	/**
	 * Jobs of crashed workers were made ready again.
	 * @param queue the name of the queue
	 * @param jobs the number of jobs
	 */
	default void reclaimed(String queue, long jobs) {
	}

}
