package io.github.redisqueue.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Marks the {@code RedisConnectionFactory} that the queues use, if an application has
 * several. With {@code @Bean(defaultCandidate = false)} nothing else uses it.
 *
 * <pre>
 * &#064;Bean(defaultCandidate = false)
 * &#064;QueueConnectionFactory
 * LettuceConnectionFactory jobs() {
 *     return new LettuceConnectionFactory("jobs.example.com", 6379);
 * }
 * </pre>
 */
@Target({ ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Qualifier
public @interface QueueConnectionFactory {

}
