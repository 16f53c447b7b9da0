package io.github.redisqueue.shard;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.OnlyInAllTests;

/**
 * Finds what is wrong where a caller waits for several shards, and in audits and
 * histories of them.
 */
@OnlyInAllTests
class StreamShardsContractTest extends ShardsContract {

	StreamShardsContractTest() {
		super(QueueType.STREAM);
	}

}
