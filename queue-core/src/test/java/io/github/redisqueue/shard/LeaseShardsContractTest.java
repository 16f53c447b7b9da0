package io.github.redisqueue.shard;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.OnlyInAllTests;

@OnlyInAllTests
class LeaseShardsContractTest extends ShardsContract {

	LeaseShardsContractTest() {
		super(QueueType.LEASE);
	}

}
