package io.github.redisqueue.autoconfigure;

import java.util.Map;
import java.util.stream.Stream;

import io.github.redisqueue.admin.QueueAdmin;
import io.github.redisqueue.autoconfigure.assembly.ConfiguredQueues;
import io.github.redisqueue.autoconfigure.properties.QueuePropertiesMapper;
import io.github.redisqueue.cleaner.QueueCleaner;
import io.github.redisqueue.console.ConsoleQueues;
import io.github.redisqueue.console.QueueConsole;
import io.github.redisqueue.console.QueueConsoleProperties;
import io.github.redisqueue.console.ReactiveConsole;
import io.github.redisqueue.console.ServletConsole;
import io.github.redisqueue.instance.Instances;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.observation.QueueObservations;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * Auto-configuration for the console.
 */
@AutoConfiguration(after = QueueAutoConfiguration.class)
@ConditionalOnBooleanProperty(QueueConsoleAutoConfiguration.ENABLED)
@ConditionalOnBooleanProperty(name = "redis-queue.enabled", matchIfMissing = true)
@Conditional({ ValidSwitches.class, QueueConsoleAutoConfiguration.Libraries.class })
@ConditionalOnBean(QueuePropertiesMapper.class)
public final class QueueConsoleAutoConfiguration {

	/** Before the controllers of the application, as Actuator's. */
	private static final int ORDER = -100;

	static final String ENABLED = "redis-queue.console.enabled";

	private static final String CONSOLE = Internal.PREFIX + "console";

	private static final String MAPPING = CONSOLE + "Mapping";

	QueueConsoleAutoConfiguration() {
	}

	private static Map<String, Object> paths(String path, Object handler) {
		return Map.of(path, handler, path + "/**", handler);
	}

	/** What is the same for all kinds of web applications. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication
	static class Common {

		@Bean(CONSOLE + "Properties")
		QueueConsoleProperties consoleProperties(QueuePropertiesMapper configured) {
			return configured.console();
		}

		@Bean(CONSOLE)
		QueueConsole queueConsole(QueueConsoleProperties properties, QueuePropertiesMapper queues,
				Environment environment, ConsoleQueues console) {
			return new QueueConsole(properties, environment.getProperty("spring.application.name"), queues.workerId(),
					console);
		}

		@Bean(CONSOLE + "Queues")
		ConsoleQueues consoleQueues(ConfiguredQueues queues, @Internal QueueListenerRegistry listeners,
				QueuePropertiesMapper configured, @Internal Instances instances, @Internal QueueCleaner cleaner,
				ApplicationEventPublisher publisher, @Internal QueueObservations observations,
				QueueConsoleProperties properties) {
			QueueAdmin admin = QueuesEndpointAutoConfiguration.admin(queues, listeners, configured, instances, cleaner,
					"console", publisher);
			return new ConsoleQueues(admin, listeners, observations.registry(), properties.refresh());
		}

	}

	/** With Spring MVC. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnClass(name = Libraries.SERVLET)
	static class Servlet {

		@Bean(MAPPING)
		org.springframework.web.servlet.handler.SimpleUrlHandlerMapping consoleMapping(QueueConsole console) {
			return new org.springframework.web.servlet.handler.SimpleUrlHandlerMapping(
					paths(console.path(), new ServletConsole(console)), ORDER);
		}

	}

	/** With Spring WebFlux. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.REACTIVE)
	@ConditionalOnClass(name = Libraries.REACTIVE)
	static class Reactive {

		@Bean(MAPPING)
		org.springframework.web.reactive.handler.SimpleUrlHandlerMapping consoleMapping(QueueConsole console) {
			return new org.springframework.web.reactive.handler.SimpleUrlHandlerMapping(
					paths(console.path(), new ReactiveConsole(console)), ORDER);
		}

	}

	/** In a web application without Spring MVC, such as one with Jersey. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnMissingClass(Libraries.SERVLET)
	static class WithoutMvc {

		WithoutMvc() {
			throw Libraries.missing("spring-boot-starter-webmvc");
		}

	}

	/**
	 * If a library is absent that the console needs, the application fails startup:
	 * otherwise nobody would know why there is no page. Without an order, it is asked
	 * after the conditions on properties, so only where the console is switched on.
	 * Always matches.
	 */
	static class Libraries implements Condition {

		static final String SERVLET = "org.springframework.web.servlet.DispatcherServlet";

		static final String REACTIVE = "org.springframework.web.reactive.DispatcherHandler";

		@Override
		public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
			ClassLoader loader = context.getClassLoader();
			need(loader, "spring-boot-starter-webmvc or spring-boot-starter-webflux", SERVLET, REACTIVE);
			need(loader, "spring-boot-starter-actuator", "org.springframework.boot.actuate.endpoint.Show");
			need(loader, "spring-boot-starter-actuator", "org.HdrHistogram.Recorder");
			need(loader, "spring-boot-starter-jackson", "tools.jackson.databind.json.JsonMapper");
			return true;
		}

		private static void need(@Nullable ClassLoader loader, String library, String... classes) {
			if (Stream.of(classes).noneMatch((name) -> ClassUtils.isPresent(name, loader))) {
				throw missing(library);
			}
		}

		static FailureAnalyzedException missing(String library) {
			return new FailureAnalyzedException(
					ENABLED + " is true, but the console needs " + library + ", which is not on the classpath.",
					"Add " + library + ", or remove " + ENABLED + ".");
		}

	}

}
