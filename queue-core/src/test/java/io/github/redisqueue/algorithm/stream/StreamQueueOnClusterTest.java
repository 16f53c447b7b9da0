package io.github.redisqueue.algorithm.stream;

import io.github.redisqueue.test.OnCluster;
import io.github.redisqueue.test.OnlyInAllTests;

/** Finds scripts that use keys of this type in another slot, or keys not declared. */
@OnlyInAllTests
@OnCluster
class StreamQueueOnClusterTest extends StreamQueueContractTest {

}
