package io.github.redisqueue.algorithm.list;

import io.github.redisqueue.test.OnCluster;

@OnCluster
class ListQueueOnClusterTest extends ListQueueContractTest {

}
