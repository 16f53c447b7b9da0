package io.github.redisqueue.shard;

import io.github.redisqueue.type.QueueType;

class LeaseShardsContractTest extends ShardsContract {

	LeaseShardsContractTest() {
		super(QueueType.LEASE);
	}

}
