package io.github.redisqueue.shard;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.OnlyInAllTests;

/** Finds what is wrong in due times of several shards. */
@OnlyInAllTests
class DelayedShardsTest extends ShardsContract {

	DelayedShardsTest() {
		super(QueueType.DELAYED);
	}

}
