package io.github.redisqueue.algorithm.lease;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.WorkQueueContract;

class LeaseQueueContractTest extends WorkQueueContract {

	@Override
	public WorkerQueue create(QueueKeys keys, QueueSettings settings, ScriptRunner scripts) {
		return ShardedQueue.shard(QueueType.LEASE, keys, settings, scripts);
	}

}
