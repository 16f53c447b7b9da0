package io.github.redisqueue.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.PropertyMapping;
import org.springframework.boot.test.context.PropertyMapping.Skip;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * A test of what an application does with its queues. The context of the test has the
 * components with {@code @QueueListener} or {@code @DeadLetterHandler} methods, those of
 * type {@code HandlerInterceptor}, {@code JobErrorHandler} or {@code MessageConverter},
 * the queues, {@code QueueOperations}, JSON, validation, and a {@link QueueTester}. It
 * has neither web nor data sources, nor any other component: import those that the
 * listeners need, or replace them with {@code @MockitoBean}.
 * <p>
 * The test uses the Redis that it configures, such as a container with
 * {@code @ServiceConnection}, otherwise an embedded one of its own. Before each test
 * method, the queues that the application has used so far are purged. The others are
 * empty, too, unless the test configures a Redis that contains data.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(QueueTestContextBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(QueueTypeExcludeFilter.class)
@ImportAutoConfiguration
@AutoConfigureQueueTester
public @interface QueueTest {

	/**
	 * {@return properties in the form {@literal key=value}, added to the environment
	 * before the test runs}
	 */
	String[] properties() default {};

	/**
	 * {@return whether the listeners start with the application context} {@code false}
	 * sets {@code redis-queue.listener.auto-startup}. A property of a single queue, or an
	 * attribute of a listener, may still say otherwise.
	 */
	@PropertyMapping(value = "redis-queue.listener.auto-startup", skip = Skip.ON_DEFAULT_VALUE)
	boolean listeners() default true;

	/**
	 * Alias of {@link AutoConfigureQueueTester#purge()}.
	 * @return whether each test method finds the queues empty
	 */
	@AliasFor(annotation = AutoConfigureQueueTester.class, attribute = "purge")
	boolean purge() default true;

	/**
	 * {@return whether the scan of a {@code @SpringBootApplication} finds components with
	 * {@code @QueueListener} or {@code @DeadLetterHandler} methods, message converters,
	 * and extensions of Jackson} Without these default filters it finds none.
	 * @see #includeFilters()
	 * @see #excludeFilters()
	 */
	boolean useDefaultFilters() default true;

	/**
	 * {@return filters for further components that the scan is to find}
	 */
	Filter[] includeFilters() default {};

	/**
	 * {@return filters for components that the scan is not to find}
	 */
	Filter[] excludeFilters() default {};

	/**
	 * {@return auto-configurations to exclude from this test}
	 */
	@AliasFor(annotation = ImportAutoConfiguration.class, attribute = "exclude")
	Class<?>[] excludeAutoConfiguration() default {};

}
