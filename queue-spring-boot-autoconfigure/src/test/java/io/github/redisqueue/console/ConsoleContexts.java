package io.github.redisqueue.console;

import java.time.Duration;

import io.github.redisqueue.autoconfigure.QueueAutoConfiguration;
import io.github.redisqueue.autoconfigure.QueueConsoleAutoConfiguration;
import io.github.redisqueue.test.TestRedis;

import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.boot.actuate.audit.listener.AuditListener;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.context.ServerPortInfoApplicationContextInitializer;
import org.springframework.boot.web.server.reactive.context.AnnotationConfigReactiveWebServerApplicationContext;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.http.client.ReactorResourceFactory;

/**
 * Applications with real web servers, for tests of the console.
 */
public final class ConsoleContexts {

	private ConsoleContexts() {
	}

	/**
	 * With Spring MVC on Tomcat, without Spring Security.
	 * @return a runner
	 */
	public static WebApplicationContextRunner servlet() {
		return configured(new WebApplicationContextRunner(AnnotationConfigServletWebServerApplicationContext::new))
			.withConfiguration(AutoConfigurations.of(HttpMessageConvertersAutoConfiguration.class,
					DispatcherServletAutoConfiguration.class, WebMvcAutoConfiguration.class,
					TomcatServletWebServerAutoConfiguration.class));
	}

	/**
	 * With Spring WebFlux on Netty, without Spring Security.
	 * @return a runner
	 */
	public static ReactiveWebApplicationContextRunner reactive() {
		return configured(
				new ReactiveWebApplicationContextRunner(AnnotationConfigReactiveWebServerApplicationContext::new))
			.withConfiguration(AutoConfigurations.of(CodecsAutoConfiguration.class, HttpHandlerAutoConfiguration.class,
					WebFluxAutoConfiguration.class, NettyReactiveWebServerAutoConfiguration.class))
			.withBean(ReactorResourceFactory.class, ConsoleContexts::resourcesThatEndAtOnce);
	}

	/**
	 * Others wait for two seconds in which nobody comes, and share the threads of all
	 * applications, which the first that ends would take away.
	 */
	private static ReactorResourceFactory resourcesThatEndAtOnce() {
		ReactorResourceFactory resources = new ReactorResourceFactory();
		resources.setShutdownQuietPeriod(Duration.ZERO);
		resources.setUseGlobalResources(false);
		return resources;
	}

	/**
	 * With the rules that Spring Security has if an application has none.
	 * @param runner the application
	 * @return a runner
	 */
	public static WebApplicationContextRunner secured(WebApplicationContextRunner runner) {
		return runner.withConfiguration(
				AutoConfigurations.of(SecurityAutoConfiguration.class, ServletWebSecurityAutoConfiguration.class,
						SecurityFilterAutoConfiguration.class, UserDetailsServiceAutoConfiguration.class));
	}

	/**
	 * With the rules that Spring Security has if an application has none.
	 * @param runner the application
	 * @return a runner
	 */
	public static ReactiveWebApplicationContextRunner secured(ReactiveWebApplicationContextRunner runner) {
		return runner.withConfiguration(AutoConfigurations.of(ReactiveWebSecurityAutoConfiguration.class,
				ReactiveUserDetailsServiceAutoConfiguration.class));
	}

	private static <T extends AbstractApplicationContextRunner<T, ?, ?>> T configured(T runner) {
		return runner
			.withConfiguration(AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class,
					TaskExecutionAutoConfiguration.class, JacksonAutoConfiguration.class,
					DataRedisAutoConfiguration.class, ObservationAutoConfiguration.class, QueueAutoConfiguration.class,
					QueueConsoleAutoConfiguration.class))
			.withInitializer(new ServerPortInfoApplicationContextInitializer())
			.withBean(InMemoryAuditEventRepository.class)
			.withBean(AuditListener.class)
			.withPropertyValues("server.port=0", "spring.application.name=orders-app", "spring.data.redis.port=1",
					"redis-queue.worker-id=vm-1", "redis-queue.cleaner.enabled=false",
					"redis-queue.console.enabled=true");
	}

	/**
	 * The same with the queue {@code orders} in a Redis.
	 * @param <T> the type of the runner
	 * @param runner the application
	 * @param redis the Redis of the test
	 * @return a runner
	 */
	public static <T extends AbstractApplicationContextRunner<T, ?, ?>> T with(T runner, TestRedis redis) {
		return runner.withPropertyValues("spring.data.redis.host=" + redis.host(),
				"spring.data.redis.port=" + redis.port(), "redis-queue.key-prefix=" + redis.keyPrefix(),
				"redis-queue.queues.orders.lease-time=30s");
	}

}
