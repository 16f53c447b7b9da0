package io.github.redisqueue.endpoint;

import io.github.redisqueue.autoconfigure.QueueAutoConfiguration;
import io.github.redisqueue.autoconfigure.QueuesEndpointAutoConfiguration;
import io.github.redisqueue.test.TestRedis;

import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.boot.actuate.audit.listener.AuditListener;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jackson.JacksonEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jmx.JmxEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.autoconfigure.jmx.JmxAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;

/**
 * Applications with Actuator, for tests of the endpoint.
 */
final class EndpointContexts {

	private EndpointContexts() {
	}

	/** With Spring MVC, and the endpoint exposed. */
	static WebApplicationContextRunner servlet(TestRedis redis) {
		return configured(new WebApplicationContextRunner(), redis)
			.withConfiguration(AutoConfigurations.of(HttpMessageConvertersAutoConfiguration.class,
					DispatcherServletAutoConfiguration.class, WebMvcAutoConfiguration.class));
	}

	/** With Spring WebFlux, and the endpoint exposed. */
	static ReactiveWebApplicationContextRunner reactive(TestRedis redis) {
		return configured(new ReactiveWebApplicationContextRunner(), redis).withConfiguration(AutoConfigurations
			.of(CodecsAutoConfiguration.class, HttpHandlerAutoConfiguration.class, WebFluxAutoConfiguration.class));
	}

	/** Without a web server, and the endpoint exposed over JMX. */
	static ApplicationContextRunner jmx(TestRedis redis) {
		return configured(new ApplicationContextRunner(), redis)
			.withConfiguration(AutoConfigurations.of(JmxAutoConfiguration.class, JmxEndpointAutoConfiguration.class))
			.withPropertyValues("spring.jmx.enabled=true", "spring.jmx.unique-names=true");
	}

	private static <T extends AbstractApplicationContextRunner<T, ?, ?>> T configured(T runner, TestRedis redis) {
		return runner
			.withConfiguration(AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class,
					TaskExecutionAutoConfiguration.class, JacksonAutoConfiguration.class,
					DataRedisAutoConfiguration.class, QueueAutoConfiguration.class, EndpointAutoConfiguration.class,
					WebEndpointAutoConfiguration.class, JacksonEndpointAutoConfiguration.class,
					ManagementContextAutoConfiguration.class, QueuesEndpointAutoConfiguration.class))
			.withBean(InMemoryAuditEventRepository.class)
			.withBean(AuditListener.class)
			.withPropertyValues("spring.data.redis.host=" + redis.host(), "spring.data.redis.port=" + redis.port(),
					"redis-queue.key-prefix=" + redis.keyPrefix(), "redis-queue.cleaner.enabled=false",
					"redis-queue.queues.orders.lease-time=30s", "management.endpoints.web.exposure.include=queues",
					"management.endpoints.jmx.exposure.include=queues");
	}

}
