package io.github.redisqueue.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;
import org.springframework.messaging.handler.annotation.MessageMapping;

/**
 * Marks a bean method as the handler of a queue's jobs, or a class whose
 * {@link QueueHandler} methods handle one type of jobs each.
 * <p>
 * The listener calls the method once per job, on as many threads as its concurrency
 * allows. If the method returns, the job is completed. If it throws an exception, the job
 * is retried later, or becomes a dead letter. After a crash or a lost lease, the method
 * may be called again even if the earlier call had finished.
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
 * <li>{@link io.github.redisqueue.listener.Acknowledgement}: settles the job, in the ack
 * mode {@code manual}</li>
 * </ul>
 * With {@link #batch()}, the method is called with several jobs at once.
 * <p>
 * The method is declared {@code void}: nobody would receive a result. If it returns a
 * {@link java.util.concurrent.CompletionStage} or a reactive type such as {@code Mono},
 * the job is settled when that ends; until then it counts against the concurrency, and
 * the listener cancels it where it would interrupt the method. An annotation such as
 * {@code @Valid} on the payload lets the application's
 * {@link org.springframework.validation.Validator} check it. A job whose payload is not
 * valid, or cannot be converted to the parameters, becomes a dead letter without a retry.
 * A payload parameter with {@code @Payload(required = false)} is null if the payload is
 * empty.
 * <p>
 * All attributes of type {@code String} may contain placeholders and SpEL expressions, as
 * in {@code ${orders.queue}} and {@code #{@tenants.queue()}}. Empty ones leave the choice
 * to the properties of the same name, {@code redis-queue.queues.<name>.listener.*} of the
 * queue and {@code redis-queue.listener.*} of all, and those about failures to
 * {@code redis-queue.queues.<name>.retry.*} and {@code redis-queue.retry.*}. An invalid
 * attribute fails startup. The annotation may be repeated, and used as a meta-annotation.
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@MessageMapping
@Repeatable(QueueListeners.class)
public @interface QueueListener {

	/**
	 * {@return the name of the queue, as {@link #queue()}}
	 */
	@AliasFor("queue")
	String value() default "";

	/**
	 * The name of the queue. Required, here, as {@link #value()} or as {@link #queues()}.
	 * @return 1 to 200 letters, digits, dots, underscores, hyphens and colons
	 */
	@AliasFor("value")
	String queue() default "";

	/**
	 * The names of several queues, whose jobs one pool of threads handles. The listener
	 * serves them strictly in this order: a thread takes a job of a queue only if no
	 * queue before it has a ready job. With weights, as in
	 * <code>{"critical:6", "default:3", "low:1"}</code>, it takes that share of its jobs
	 * from each queue while all have jobs. Only the first queue of a strict order is
	 * prefetched. The properties of the listener are those of the first queue, retries
	 * and other settings those of each.
	 * @return names, of which each may hold several that are separated by commas; a colon
	 * and a number of 1 to 1000 after all of them are their weights
	 */
	String[] queues() default {};

	/**
	 * {@return the id of the listener, unique in the application; if empty, the names of
	 * the bean and the method are used, as in {@code orderService.handle}}
	 */
	String id() default "";

	/**
	 * {@return the number of jobs that are handled at the same time, 1 to 10000} Threads
	 * start when there are jobs for them, and end without.
	 */
	String concurrency() default "";

	/**
	 * {@return the maximum number of further jobs that the listener prefetches, at least
	 * 0} Only 0 is allowed if its first queue has a limit ({@code rate-limit} or {@code
	 * max-leased}).
	 */
	String prefetch() default "";

	/**
	 * Whether the method takes several jobs at once, as a {@code List} of payloads or of
	 * {@link org.springframework.messaging.Message messages}, and perhaps as a
	 * {@code List} of {@link io.github.redisqueue.Lease leases}. If the method throws a
	 * {@link io.github.redisqueue.listener.FailedJobsException}, the jobs that it names
	 * have failed, and the others are completed. After any other exception, the jobs of
	 * the batch are handled again at once, one by one. A job that has failed or crashed
	 * before is passed alone.
	 * @return {@code true} or {@code false}; required if the method takes a {@code List},
	 * else {@code false} by default
	 */
	String batch() default "";

	/**
	 * {@return the maximum number of jobs in a batch, 1 to 4000}
	 */
	String batchSize() default "";

	/**
	 * {@return for how long the first job of a batch waits for others, as {@code 100ms}}
	 */
	String batchWait() default "";

	/**
	 * When a job is completed: after the method has returned (at-least-once handling),
	 * before the method is called (at-most-once handling), or when the method
	 * acknowledges it.
	 * @return {@code after}, {@code before} or {@code manual}, or empty
	 */
	String ackMode() default "";

	/**
	 * Whether the listener starts with the application.
	 * @return {@code true} or {@code false}, or empty
	 */
	String autoStartup() default "";

	/**
	 * {@return the maximum number of retries after failures of the handler, at least 0,
	 * and at most that of the queue} The job becomes a dead letter after the next
	 * failure.
	 */
	String maxRetries() default "";

	/**
	 * {@return the delays before retries}
	 */
	Backoff backoff() default @Backoff;

	/**
	 * {@return the only exceptions after which a job is retried} Subclasses and
	 * exceptions with such a cause are included. After any other exception the job
	 * becomes a dead letter at once.
	 */
	Class<? extends Throwable>[] retryFor() default {};

	/**
	 * {@return the exceptions after which a job becomes a dead letter without a retry}
	 * Subclasses and exceptions with such a cause are included.
	 */
	Class<? extends Throwable>[] neverRetry() default {};

	/**
	 * The name of the {@link io.github.redisqueue.listener.JobErrorHandler} bean that
	 * decides about failures of this listener.
	 * @return the name of a bean; if empty, the only or primary bean of this type is
	 * used, if there is one
	 */
	String errorHandler() default "";

	/**
	 * The name of the {@link org.springframework.core.task.AsyncTaskExecutor} bean whose
	 * threads call the method. It needs at least as many threads as the concurrencies of
	 * its listeners add up to.
	 * @return the name of a bean; if empty, {@code queueListenerTaskExecutor} is used
	 */
	String executor() default "";

}
