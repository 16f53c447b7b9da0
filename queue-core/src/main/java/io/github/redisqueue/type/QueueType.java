package io.github.redisqueue.type;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.delayed.DelayedAlgorithm;
import io.github.redisqueue.lease.LeaseAlgorithm;
import io.github.redisqueue.list.ListAlgorithm;
import io.github.redisqueue.redis.Algorithm;
import io.github.redisqueue.redis.QueueKeys;
import io.github.redisqueue.redis.ScriptedQueue;
import io.github.redisqueue.redis.Scripts;
import io.github.redisqueue.stream.StreamAlgorithm;

/**
 * The algorithms that a queue can have. All have the same functions; they differ in their
 * mechanism, and in who else can share the queue.
 */
public enum QueueType {

	/**
	 * A list, a list of what is in progress, and an expiring key for each lease: the
	 * redis-work-queue protocol, which clients in other languages share.
	 */
	LEASE(LeaseAlgorithm::new),

	/**
	 * A stream and a consumer group, in which the server itself keeps who holds a job,
	 * for how long, and how often it was delivered.
	 */
	STREAM(StreamAlgorithm::new),

	/**
	 * A list, and a private list for each worker, whose heartbeat is one for all that it
	 * holds.
	 */
	LIST(ListAlgorithm::new),

	/**
	 * A sorted set by ready time, in which a lease raises the score of its job.
	 */
	DELAYED(DelayedAlgorithm::new);

	private final AlgorithmFactory factory;

	QueueType(AlgorithmFactory factory) {
		this.factory = factory;
	}

	/**
	 * A queue of this type.
	 * @param place where it lives in Redis
	 * @param settings its settings
	 * @param scripts runs its scripts
	 * @return the queue
	 */
	public WorkQueue queue(QueueKeys place, QueueSettings settings, Scripts scripts) {
		return new ScriptedQueue(place, settings, scripts, this.factory.create(place, settings, scripts));
	}

	private interface AlgorithmFactory {

		Algorithm create(QueueKeys place, QueueSettings settings, Scripts scripts);

	}

}
