package io.github.redisqueue.lease;

import io.github.redisqueue.test.OnCluster;

@OnCluster
class LeaseQueueOnClusterTest extends LeaseQueueContractTest {

}
