package io.github.redisqueue.shard;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.algorithm.list.ListAlgorithm;
import io.github.redisqueue.script.Scripts;

/**
 * The algorithms of the types of queues.
 */
public final class Algorithms {

	private Algorithms() {
	}

	/**
	 * What a queue without shards, or one shard, does as its type.
	 * @param type its type
	 * @param keys its keys
	 * @param settings its settings
	 * @param scripts runs its scripts
	 * @return the algorithm
	 */
	public static Algorithm of(QueueType type, QueueKeys keys, QueueSettings settings, Scripts scripts) {
		return switch (type) {
			case LEASE -> new Algorithm("lease", "queue", keys, settings, scripts);
			case STREAM -> new Algorithm("stream", "stream", keys, settings, scripts);
			case LIST -> new ListAlgorithm(keys, settings, scripts);
			case DELAYED -> new Algorithm("delayed", "delayed", keys, settings, scripts);
		};
	}

}
