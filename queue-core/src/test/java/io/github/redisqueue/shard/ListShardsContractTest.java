package io.github.redisqueue.shard;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.OnlyInAllTests;

@OnlyInAllTests
class ListShardsContractTest extends ShardsContract {

	ListShardsContractTest() {
		super(QueueType.LIST);
	}

}
