package io.github.redisqueue.algorithm.lease;

import io.github.redisqueue.test.OnCluster;

@OnCluster
class LeaseQueueOnClusterTest extends LeaseQueueContractTest {

}
