package io.github.redisqueue.metrics;

/**
 * Receives notifications of what listeners and cleaners do with the jobs of a queue.
 * Calls of handlers are not among them: they are observations. Implementations must be
 * thread-safe and must not block.
 */
public interface QueueEvents {

	QueueEvents NONE = (kind, queue, jobs) -> {
	};

	/** Something has happened to a number of jobs. */
	void happened(Kind kind, String queue, long jobs);

	/** A listener has started. */
	default void listening(String queue, String listener) {
	}

	/** A listener has stopped for good, and no longer belongs to the application. */
	default void removed(String queue, String listener) {
	}

	/** What happens to jobs. Each kind has a counter. */
	enum Kind {

		RETRIED("redis.queue.retries", "Failures of handlers whose jobs are retried"),
		BURIED("redis.queue.buried", "Jobs that became dead letters"),
		LOST("redis.queue.leases.lost", "Leases that were lost or expired before their jobs were settled"),
		RECLAIMED("redis.queue.reclaims", "Jobs of crashed workers that were made ready again");

		final String meter;

		final String description;

		Kind(String meter, String description) {
			this.meter = meter;
			this.description = description;
		}

	}

}
