package io.github.redisqueue.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Adds a {@link QueueTester} to the application context of a test, as
 * {@code @SpringBootTest} creates it. {@link QueueTest} includes this annotation.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
public @interface AutoConfigureQueueTester {

	/**
	 * {@return whether all queues that the application has used so far are purged before
	 * each test method, as by {@link QueueTester#purgeAll()}}
	 */
	boolean purge() default true;

}
