package io.github.redisqueue.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.messaging.handler.annotation.MessageMapping;

/**
 * Holds several {@link QueueListener} annotations of one method or class. The compiler
 * uses it if the annotation is repeated.
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@MessageMapping
public @interface QueueListeners {

	/**
	 * {@return the annotations, one for each listener}
	 */
	QueueListener[] value();

}
