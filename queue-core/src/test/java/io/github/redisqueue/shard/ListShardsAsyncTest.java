package io.github.redisqueue.shard;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.Form;
import io.github.redisqueue.test.OnlyInAllTests;

/** Finds workers that are registered in one shard only. */
@OnlyInAllTests
class ListShardsAsyncTest extends ShardsContract {

	ListShardsAsyncTest() {
		super(QueueType.LIST);
	}

	@Override
	public Form form() {
		return Form.ASYNC;
	}

}
