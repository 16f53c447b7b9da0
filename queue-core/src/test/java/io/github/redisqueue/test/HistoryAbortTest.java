package io.github.redisqueue.test;

import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.shard.ShardedQueue;

/**
 * Scripts that are cut short while they note events lose no job either.
 */
class HistoryAbortTest extends AbortContract {

	HistoryAbortTest() {
		super((keys, settings, scripts) -> ShardedQueue.shard(QueueType.LIST, keys,
				settings.toBuilder().history(HistoryLimits.DEFAULT).build(), scripts));
	}

}
