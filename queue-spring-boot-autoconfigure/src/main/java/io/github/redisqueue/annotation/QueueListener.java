package io.github.redisqueue.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.messaging.handler.annotation.MessageMapping;

/**
 * Makes a method of a bean the handler of a queue's jobs.
 * <p>
 * The method is called for one job at a time, on as many threads as the concurrency
 * allows. If it returns, the job is done; if it throws, the job is retried later, or
 * given up as a dead letter. It may be called more than once for a job: after a failure,
 * and after a crash or a lost lease even though it had finished.
 * <p>
 * Its parameters may be:
 * <ul>
 * <li>the payload, of any type that the application's JSON mapper reads; a {@code String}
 * or a {@code byte[]} is given what stands in Redis as it is;
 * {@link org.springframework.messaging.handler.annotation.Payload @Payload} marks it
 * where needed</li>
 * <li>{@link org.springframework.messaging.Message Message&lt;T&gt;}: payload and
 * headers</li>
 * <li>{@link org.springframework.messaging.handler.annotation.Header @Header}: a header
 * of the job or one of {@link QueueHeaders}, converted to the type of the parameter</li>
 * <li>{@link org.springframework.messaging.handler.annotation.Headers @Headers} with a
 * {@code Map}, or {@link org.springframework.messaging.MessageHeaders}: all headers</li>
 * <li>{@link io.github.redisqueue.Lease}: the proof that the job is held, with its
 * attempt and its fencing token</li>
 * </ul>
 * What the method returns is ignored, but it must not be a promise of more to come, such
 * as a {@code CompletableFuture}: the job would count as done before it is.
 * <p>
 * A job whose payload or headers do not fit the parameters becomes a dead letter at once.
 * <p>
 * Attributes may contain placeholders, as in <code>${orders.queue}</code>.
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@MessageMapping
public @interface QueueListener {

	/**
	 * The name of the queue.
	 * @return a name of letters, digits, dots, underscores, hyphens and colons
	 */
	String value();

	/**
	 * How many jobs are handled at a time, at least 1.
	 * @return a number; if empty, {@code redis-queue.queues.<name>.listener.concurrency}
	 * or {@code redis-queue.listener.concurrency} counts
	 */
	String concurrency() default "";

	/**
	 * The name of the listener, unique in the application.
	 * @return an id; if empty, it is made of the names of the bean and the method, as in
	 * {@code orderService.handle}
	 */
	String id() default "";

	/**
	 * Whether the listener starts with the application.
	 * @return {@code true} or {@code false}; if empty,
	 * {@code redis-queue.queues.<name>.listener.auto-startup} or
	 * {@code redis-queue.listener.auto-startup} counts
	 */
	String autoStartup() default "";

}
