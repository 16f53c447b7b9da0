package io.github.redisqueue.shard;

import io.github.redisqueue.type.QueueType;

class DelayedShardsContractTest extends ShardsContract {

	DelayedShardsContractTest() {
		super(QueueType.DELAYED);
	}

}
