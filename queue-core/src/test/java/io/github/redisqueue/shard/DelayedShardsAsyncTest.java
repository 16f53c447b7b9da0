package io.github.redisqueue.shard;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.Form;
import io.github.redisqueue.test.OnlyInAllTests;

/** Finds what is wrong in due times of several shards. */
@OnlyInAllTests
class DelayedShardsAsyncTest extends ShardsContract {

	DelayedShardsAsyncTest() {
		super(QueueType.DELAYED);
	}

	@Override
	public Form form() {
		return Form.ASYNC;
	}

}
