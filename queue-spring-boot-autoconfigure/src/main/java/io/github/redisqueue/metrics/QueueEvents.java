package io.github.redisqueue.metrics;

import io.github.redisqueue.Lease;

/**
 * Receives notifications of what listeners and cleaners do with the jobs of a queue.
 * Implementations must be thread-safe and must not block.
 */
public interface QueueEvents {

	/** Ignores all events. */
	QueueEvents NONE = new QueueEvents() {
	};

	/**
	 * A listener has started.
	 * @param queue the name of the queue
	 * @param listener the id of the listener
	 */
	default void listening(String queue, String listener) {
	}

	/**
	 * A listener has stopped for good, and no longer belongs to the application.
	 * @param queue the name of the queue
	 * @param listener the id of the listener
	 */
	default void removed(String queue, String listener) {
	}

	/**
	 * A listener calls its handler.
	 * @param listener the id of the listener
	 * @param lease the lease of the job
	 */
	default void handling(String listener, Lease lease) {
	}

	/**
	 * A call of a handler has ended.
	 * @param listener the id of the listener
	 * @param lease the lease of the job
	 */
	default void handled(String listener, Lease lease) {
	}

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
