package io.github.redisqueue.algorithm.stream;

import java.util.HashSet;
import java.util.Set;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.WorkQueueContract;

class StreamQueueContractTest extends WorkQueueContract {

	@Override
	public WorkerQueue create(QueueKeys keys, QueueSettings settings, ScriptRunner scripts) {
		return ShardedQueue.shard(QueueType.STREAM, keys, settings, scripts);
	}

	@Override
	public Set<String> lastingKeys(QueueKeys keys) {
		Set<String> lasting = new HashSet<>(super.lastingKeys(keys));
		lasting.add(keys.key("stream"));
		return lasting;
	}

}
