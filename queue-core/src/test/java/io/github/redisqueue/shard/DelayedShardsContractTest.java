package io.github.redisqueue.shard;

import io.github.redisqueue.QueueType;

class DelayedShardsContractTest extends ShardsContract {

	DelayedShardsContractTest() {
		super(QueueType.DELAYED);
	}

}
