package io.github.redisqueue.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;
import org.springframework.messaging.handler.annotation.MessageMapping;

/**
 * Marks a method that is called for each job of a queue that this application has buried,
 * to send a mail or to undo something. Parameters can be the payload, {@code Message<T>},
 * {@code @Header}, {@code @Headers}, {@link io.github.redisqueue.Cause Cause},
 * {@link io.github.redisqueue.Job Job} and
 * {@link io.github.redisqueue.listener.JobBuriedEvent JobBuriedEvent}. A job that cannot
 * be converted to the payload, which may be why it was buried, is logged as an error:
 * declare a {@code Job} parameter to receive such jobs, too. Payloads are not validated.
 * If the type of the payload has a logical name, as with
 * {@link io.github.redisqueue.type.JobType}, the method is not called for jobs of other
 * types.
 * <p>
 * <b>Thread.</b> All these methods of an application are called one after the other on
 * one thread of their own, so they may block without holding up listeners. At most 1000
 * calls wait, with payloads of at most 32 MiB; for a job beyond that, the method is not
 * called, which is logged. When the application stops, it makes the waiting calls first,
 * as long as {@code spring.lifecycle.timeout-per-shutdown-phase} allows.
 * <p>
 * <b>At most once.</b> A method is called once Redis has confirmed the burial, and never
 * again for it: if it throws, that is logged. The call is lost if the application crashes
 * before it, or if the reply of Redis was lost. The dead letter stays in any case: if
 * none may be missed, read {@link io.github.redisqueue.WorkQueue#deadLetters()} from time
 * to time.
 * <p>
 * <b>Which jobs.</b> Those that the listeners, handlers and the cleaner of this
 * application have buried, of one cleaning at most 500. Not those of other instances or
 * programs, those that the application buries itself with a {@code WorkerQueue}, and
 * those that the queue buries while it leases: unreadable ones, and some whose workers
 * crashed too often.
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@MessageMapping
public @interface DeadLetterHandler {

	/**
	 * {@return the name of the queue, as {@link #queue()}}
	 */
	@AliasFor("queue")
	String value() default "";

	/**
	 * {@return the name of the queue} Required, here or as {@link #value()}. May contain
	 * placeholders and SpEL expressions.
	 */
	@AliasFor("value")
	String queue() default "";

}
