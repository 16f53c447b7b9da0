package io.github.redisqueue.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import io.github.redisqueue.QueueType;

/**
 * Tests of a contract that apply to some queues only. For others they do not exist: they
 * are not reported as skipped, which is left to what a machine lacks. Inherited by
 * subclasses.
 */
@Documented
@Inherited
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
public @interface OnlyFor {

	/**
	 * The queues to which the tests apply.
	 * @return all of them must be fulfilled
	 */
	Scope[] value() default {};

	/**
	 * The types of the queues.
	 * @return one of these, or any if there are none
	 */
	QueueType[] types() default {};

}
