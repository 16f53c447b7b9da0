package io.github.redisqueue.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.messaging.handler.annotation.MessageMapping;

/**
 * Marks a method of a class with {@link QueueListener} as the handler of one type of
 * jobs. The listener chooses the method by the logical name of its payload's type (see
 * {@link io.github.redisqueue.type.JobType JobType}), which jobs carry in a header. The
 * method may have the same parameters as a method with {@link QueueListener}.
 * <p>
 * A job of a type that no method handles may come from a newer version of the sender. It
 * is postponed until ten minutes have passed since it was sent, or since its delay has
 * passed; after that it has failed. In the ack mode {@code before} it was completed
 * already, and is lost. A job without a type goes to the default method. If there is
 * none, it becomes a dead letter.
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@MessageMapping
public @interface QueueHandler {

	/**
	 * {@return whether the method handles the jobs without a type, such as those of other
	 * programs; at most one method of a class may} If the type of its payload has a name,
	 * it handles these jobs, too.
	 */
	boolean isDefault() default false;

}
