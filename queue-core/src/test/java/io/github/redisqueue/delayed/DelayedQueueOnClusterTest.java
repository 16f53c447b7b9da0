package io.github.redisqueue.delayed;

import io.github.redisqueue.test.OnCluster;

@OnCluster
class DelayedQueueOnClusterTest extends DelayedQueueContractTest {

}
