package io.github.redisqueue.algorithm.list;

import io.github.redisqueue.test.OnCluster;
import io.github.redisqueue.test.OnlyInAllTests;

@OnlyInAllTests
@OnCluster
class ListQueueOnClusterTest extends ListQueueContractTest {

}
