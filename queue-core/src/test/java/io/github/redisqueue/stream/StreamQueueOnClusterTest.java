package io.github.redisqueue.stream;

import io.github.redisqueue.test.OnCluster;

@OnCluster
class StreamQueueOnClusterTest extends StreamQueueContractTest {

}
