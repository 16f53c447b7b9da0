package io.github.redisqueue.algorithm.lease;

import io.github.redisqueue.test.OnCluster;
import io.github.redisqueue.test.OnlyInAllTests;

@OnlyInAllTests
@OnCluster
class LeaseQueueOnClusterTest extends LeaseQueueContractTest {

}
