package io.github.redisqueue.list;

import io.github.redisqueue.test.OnCluster;

@OnCluster
class ListQueueOnClusterTest extends ListQueueContractTest {

}
