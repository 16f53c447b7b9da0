package io.github.redisqueue.algorithm.delayed;

import io.github.redisqueue.test.OnCluster;
import io.github.redisqueue.test.OnlyInAllTests;

@OnlyInAllTests
@OnCluster
class DelayedQueueOnClusterTest extends DelayedQueueContractTest {

}
