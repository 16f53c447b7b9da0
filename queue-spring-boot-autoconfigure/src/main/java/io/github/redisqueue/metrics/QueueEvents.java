package io.github.redisqueue.metrics;

/**
 * Is told what happens to the jobs of a queue. Called often and from many threads:
 * implementations are thread-safe and quick.
 */
public interface QueueEvents {

	/** Nobody watches. */
	QueueEvents NONE = new QueueEvents() {
	};

	/**
	 * Handlers failed on jobs, which will come back.
	 * @param queue the name of the queue
	 * @param jobs how many
	 */
	default void retried(String queue, long jobs) {
	}

	/**
	 * Jobs were buried.
	 * @param queue the name of the queue
	 * @param jobs how many
	 */
	default void buried(String queue, long jobs) {
	}

	/**
	 * Leases were lost or ran out before their jobs were settled.
	 * @param queue the name of the queue
	 * @param jobs how many
	 */
	default void lost(String queue, long jobs) {
	}

	/**
	 * Jobs of vanished workers were made ready again.
	 * @param queue the name of the queue
	 * @param jobs how many
	 */
	default void reclaimed(String queue, long jobs) {
	}

}
