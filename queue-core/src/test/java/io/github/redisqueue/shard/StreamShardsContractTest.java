package io.github.redisqueue.shard;

import java.util.HashSet;
import java.util.Set;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.QueueType;

class StreamShardsContractTest extends ShardsContract {

	StreamShardsContractTest() {
		super(QueueType.STREAM);
	}

	@Override
	public Set<String> lastingKeys(QueueKeys keys) {
		Set<String> lasting = new HashSet<>(super.lastingKeys(keys));
		shards(keys).forEach((shard) -> lasting.add(shard.key("stream")));
		return lasting;
	}

}
