package io.github.redisqueue.metrics;

/**
 * Receives notifications of what listeners and cleaners do with the jobs of a queue.
 * Calls of handlers are not among them: they are observations. Implementations must be
 * thread-safe and must not block.
 */
public interface QueueEvents {

	/** Ignores all events. */
	QueueEvents NONE = (kind, queue, jobs) -> {
	};

	/**
	 * Something has happened to jobs.
	 * @param kind what has happened
	 * @param queue the name of the queue
	 * @param jobs the number of jobs
	 */
	void happened(Kind kind, String queue, long jobs);

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
	 * What happens to jobs. Each kind has a counter.
	 */
	enum Kind {

		/** Handlers failed, and their jobs will be retried. */
		RETRIED("redis.queue.retries", "Failures of handlers whose jobs are retried"),

		/** Jobs became dead letters. */
		BURIED("redis.queue.buried", "Jobs that became dead letters"),

		/** Leases were lost or expired before their jobs were settled. */
		LOST("redis.queue.leases.lost", "Leases that were lost or expired before their jobs were settled"),

		/** Jobs of crashed workers were made ready again. */
		RECLAIMED("redis.queue.reclaims", "Jobs of crashed workers that were made ready again");

		final String meter;

		final String description;

		Kind(String meter, String description) {
			this.meter = meter;
			this.description = description;
		}

	}

}
