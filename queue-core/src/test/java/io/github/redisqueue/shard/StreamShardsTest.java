package io.github.redisqueue.shard;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.OnlyInAllTests;

/**
 * Finds what is wrong in audits and histories of several shards.
 */
@OnlyInAllTests
class StreamShardsTest extends ShardsContract {

	StreamShardsTest() {
		super(QueueType.STREAM);
	}

}
