package io.github.redisqueue.shard;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.OnlyInAllTests;

/** Finds workers that are registered in one shard only. */
@OnlyInAllTests
class ListShardsTest extends ShardsContract {

	ListShardsTest() {
		super(QueueType.LIST);
	}

}
