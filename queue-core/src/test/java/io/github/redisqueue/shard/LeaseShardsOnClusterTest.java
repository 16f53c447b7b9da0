package io.github.redisqueue.shard;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.OnCluster;
import org.junit.jupiter.api.Order;

/**
 * Finds what is wrong in calls to several servers, and in what the client rings there
 * instead of a script.
 */
@OnCluster
@Order(1)
class LeaseShardsOnClusterTest extends ShardsContract {

	LeaseShardsOnClusterTest() {
		super(QueueType.LEASE);
	}

}
