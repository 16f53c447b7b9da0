package io.github.redisqueue.shard;

import io.github.redisqueue.QueueType;

class LeaseShardsContractTest extends ShardsContract {

	LeaseShardsContractTest() {
		super(QueueType.LEASE);
	}

}
