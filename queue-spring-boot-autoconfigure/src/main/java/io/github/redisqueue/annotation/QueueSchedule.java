package io.github.redisqueue.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;

/**
 * Declares a schedule: a job that recurs in a queue. The annotated method has no
 * parameters, and returns the payload of the jobs, a message, or a
 * {@link io.github.redisqueue.template.SendRequest} with a payload and headers, which is
 * converted as when it is sent. If the method is {@code void}, the payload is empty.
 * <p>
 * <b>The method creates the payload; it is not the handler.</b> It is called once, when
 * the application starts, so the payload is the same for each firing. The firings differ
 * in the headers {@link QueueHeaders#SCHEDULE} and {@link QueueHeaders#FIRING}. The jobs
 * are handled by the {@link QueueListener} of the queue, in this or another application.
 * <p>
 * For each firing there is exactly one job, however many instances declare the schedule.
 * The schedule lives as long as an instance declares it, see
 * {@link io.github.redisqueue.Schedules#declare}.
 * <p>
 * Properties {@code redis-queue.schedules.<id>.*} override the attributes, which may be
 * empty, except {@link #id()}. All may contain placeholders and SpEL expressions, as in
 * {@code ${report.cron}} and {@code #{@tenants.zone()}}. An invalid attribute or a
 * failing method fails startup. The annotation may be repeated, and used as a
 * meta-annotation.
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective
@Repeatable(QueueSchedules.class)
public @interface QueueSchedule {

	/**
	 * The id of the schedule, unique in its queue. Required.
	 * @return 1 to 200 letters, digits, dots, underscores, hyphens and colons
	 */
	String id();

	/**
	 * {@return the name of the queue}
	 */
	String queue() default "";

	/**
	 * {@return the times at which the schedule fires: six fields, for seconds, minutes,
	 * hours, days of the month, months and days of the week, or a macro such as
	 * {@code @daily}, as {@link org.springframework.scheduling.support.CronExpression}
	 * reads it} Either this or {@link #every()} is set.
	 */
	String cron() default "";

	/**
	 * {@return the time between two firings, 1 second to 365 days, such as {@code 15m}}
	 * The first one comes one period after the schedule has been declared for the first
	 * time.
	 */
	String every() default "";

	/**
	 * {@return the time zone of the cron expression, such as {@code Europe/Berlin}; by
	 * default UTC}
	 */
	String zone() default "";

	/**
	 * What happens if the job of the previous firing is unfinished.
	 * @return {@code allow}, the default, or {@code skip}
	 */
	String overlap() default "";

	/**
	 * What happens to firings that could not take place in time.
	 * @return {@code none}, {@code last}, which is the default, or {@code all}
	 */
	String catchUp() default "";

	/**
	 * How late a firing may be before {@link #catchUp()} decides about it.
	 * @return a duration such as {@code 30s}; by default one minute
	 */
	String grace() default "";

}
