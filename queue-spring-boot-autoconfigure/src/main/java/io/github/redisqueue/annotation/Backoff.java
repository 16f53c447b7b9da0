package io.github.redisqueue.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The delays before the retries of a listener's jobs. Each attribute overrides the
 * property {@code redis-queue.retry.*} of the same name; an empty one leaves the choice
 * to the property. All attributes may contain placeholders and SpEL expressions.
 * Durations are written as in {@code 500ms}, {@code 30s} or {@code PT1H}.
 */
@Target({})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface Backoff {

	/**
	 * {@return the delay before the first retry of a job, zero to 365 days}
	 */
	String delay() default "";

	/**
	 * {@return the factor by which the delay grows with each further failure, 1 to 1000}
	 */
	String multiplier() default "";

	/**
	 * {@return the maximum delay, 1 ms to 365 days, not shorter than the first delay}
	 */
	String maxDelay() default "";

	/**
	 * {@return the maximum random deviation of the first delay, up or down, zero to 365
	 * days} It grows with the delay.
	 */
	String jitter() default "";

}
