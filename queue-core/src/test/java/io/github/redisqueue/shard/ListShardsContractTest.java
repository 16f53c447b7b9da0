package io.github.redisqueue.shard;

import io.github.redisqueue.type.QueueType;

class ListShardsContractTest extends ShardsContract {

	ListShardsContractTest() {
		super(QueueType.LIST);
	}

}
