package io.github.redisqueue.testing;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

/**
 * Creates the contexts of tests with {@link QueueTest}.
 */
final class QueueTestContextBootstrapper extends TestSliceTestContextBootstrapper<QueueTest> {

}
