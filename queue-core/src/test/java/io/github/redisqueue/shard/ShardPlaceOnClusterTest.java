package io.github.redisqueue.shard;

import io.github.redisqueue.test.OnCluster;

@OnCluster
class ShardPlaceOnClusterTest extends ShardPlaceTest {

}
