package io.github.redisqueue.shard;

import io.github.redisqueue.QueueType;

class ListShardsContractTest extends ShardsContract {

	ListShardsContractTest() {
		super(QueueType.LIST);
	}

}
