package io.github.redisqueue.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Tests that repeat others in a combination of a type and a {@link Form}, with shards or
 * on a cluster. They run in the profile {@code all-tests}. Each build runs the contract
 * for each type in the plain form, in an asynchronous form, and with shards; and for two
 * types on a cluster.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(named = "queue.test.all", matches = "true")
public @interface OnlyInAllTests {

}
