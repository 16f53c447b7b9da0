package io.github.redisqueue.algorithm.delayed;

import io.github.redisqueue.test.OnCluster;

@OnCluster
class DelayedQueueOnClusterTest extends DelayedQueueContractTest {

}
