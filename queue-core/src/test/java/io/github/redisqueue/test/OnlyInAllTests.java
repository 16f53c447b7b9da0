package io.github.redisqueue.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Tag;

/**
 * Tests that repeat others in a combination of a type and a {@link Form}, with shards or
 * on a cluster, or that cost much and seldom fail. They run in the profile
 * {@code all-tests}.
 */
@Documented
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Tag("all-tests")
public @interface OnlyInAllTests {

}
