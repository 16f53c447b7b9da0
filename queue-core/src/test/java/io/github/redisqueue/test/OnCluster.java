package io.github.redisqueue.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A test class, with those nested in it, whose {@link TestRedis} is a Redis Cluster of
 * three servers, which all tests of the JVM share. To run the contract of some queues on
 * it:
 *
 * <pre>
 * &#64;OnCluster
 * class LeaseQueueOnClusterTest extends LeaseQueueContractTest {
 * }
 * </pre>
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface OnCluster {

}
