package io.github.redisqueue.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;
import org.springframework.messaging.handler.annotation.MessageMapping;

/**
 * Marks a bean method as the handler of a queue's jobs.
 * <p>
 * The listener calls the method once per job, on as many threads as its concurrency
 * allows. If the method returns, the job is completed. If it throws an exception, the job
 * is retried later, or becomes a dead letter. The method may be called more than once for
 * the same job: after a failure, and after a crash or a lost lease even if the earlier
 * call had finished.
 * <p>
 * The method may have these parameters:
 * <ul>
 * <li>the payload, of any type that the application's JSON mapper can read; a
 * {@code String} or a {@code byte[]} receives the stored payload without conversion;
 * {@link org.springframework.messaging.handler.annotation.Payload @Payload} marks the
 * parameter where needed</li>
 * <li>{@link org.springframework.messaging.Message Message&lt;T&gt;}: payload and
 * headers</li>
 * <li>{@link org.springframework.messaging.handler.annotation.Header @Header}: a header
 * of the job or one of {@link QueueHeaders}, converted to the type of the parameter</li>
 * <li>{@link org.springframework.messaging.handler.annotation.Headers @Headers} with a
 * {@code Map}, or {@link org.springframework.messaging.MessageHeaders}: all headers</li>
 * <li>{@link io.github.redisqueue.Lease}: the lease on the job, with its attempt and its
 * fencing token</li>
 * </ul>
 * The return value is ignored. Asynchronous return types such as
 * {@code CompletableFuture} are rejected, because the job would be completed before its
 * work is done.
 * <p>
 * A job whose payload or headers cannot be converted to the parameters becomes a dead
 * letter without a retry.
 * <p>
 * All attributes may contain placeholders, as in <code>${orders.queue}</code>. An invalid
 * attribute prevents the start of the application. The annotation may be used as a
 * meta-annotation.
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@MessageMapping
public @interface QueueListener {

	/**
	 * Alias of {@link #queue()}.
	 * @return the name of the queue
	 */
	@AliasFor("queue")
	String value() default "";

	/**
	 * The name of the queue. Required, here or as {@link #value()}.
	 * @return 1 to 200 letters, digits, dots, underscores, hyphens and colons
	 */
	@AliasFor("value")
	String queue() default "";

	/**
	 * The id of the listener, unique in the application.
	 * @return an id; if empty, the names of the bean and the method are used, as in
	 * {@code orderService.handle}
	 */
	String id() default "";

	/**
	 * The number of jobs that are handled at the same time, 1 to 10000.
	 * @return a number; if empty, {@code redis-queue.queues.<name>.listener.concurrency}
	 * or {@code redis-queue.listener.concurrency} is used
	 */
	String concurrency() default "";

	/**
	 * The maximum number of further jobs that the listener leases in advance, at least 0.
	 * @return a number; if empty, {@code redis-queue.queues.<name>.listener.prefetch} or
	 * {@code redis-queue.listener.prefetch} is used
	 */
	String prefetch() default "";

	/**
	 * When the listener completes a job: after the method has returned (at-least-once
	 * handling), or before the method is called (at-most-once handling).
	 * @return {@code after} or {@code before}; if empty,
	 * {@code redis-queue.queues.<name>.listener.ack-mode} or
	 * {@code redis-queue.listener.ack-mode} is used
	 */
	String ackMode() default "";

	/**
	 * Whether the listener starts with the application.
	 * @return {@code true} or {@code false}; if empty,
	 * {@code redis-queue.queues.<name>.listener.auto-startup} or
	 * {@code redis-queue.listener.auto-startup} is used
	 */
	String autoStartup() default "";

}
