package io.github.redisqueue.algorithm.stream;

import io.github.redisqueue.test.OnCluster;

@OnCluster
class StreamQueueOnClusterTest extends StreamQueueContractTest {

}
