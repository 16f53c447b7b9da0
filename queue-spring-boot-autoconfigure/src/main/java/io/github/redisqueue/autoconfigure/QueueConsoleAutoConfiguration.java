package io.github.redisqueue.autoconfigure;

import java.util.Map;
import java.util.Objects;

import io.github.redisqueue.cleaner.QueueCleaner;
import io.github.redisqueue.console.ConsoleAccess;
import io.github.redisqueue.console.ConsoleQueues;
import io.github.redisqueue.console.ConsoleSettings;
import io.github.redisqueue.console.QueueActivity;
import io.github.redisqueue.console.QueueConsole;
import io.github.redisqueue.console.QueueSampler;
import io.github.redisqueue.console.ReactiveConsole;
import io.github.redisqueue.console.ReactiveProtection;
import io.github.redisqueue.console.ServletConsole;
import io.github.redisqueue.console.ServletProtection;
import io.github.redisqueue.console.UnprotectedConsoleException;
import io.github.redisqueue.endpoint.QueuesEndpoint;
import io.github.redisqueue.endpoint.QueuesEndpointWebExtension;
import io.github.redisqueue.instance.Instances;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.observation.QueueObservations;
import jakarta.servlet.ServletContext;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.webflux.autoconfigure.WebFluxProperties;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.server.WebFilterChainProxy;
import org.springframework.web.context.WebApplicationContext;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the console.
 */
@AutoConfiguration(after = QueueAutoConfiguration.class)
@Conditional({ ValidSwitches.class, ConsoleLibraries.class })
@ConditionalOnBean(QueuePropertiesMapper.class)
public final class QueueConsoleAutoConfiguration {

	/** Before the controllers of the application, as Actuator's. */
	private static final int ORDER = -100;

	private static final String CONSOLE = QueueAutoConfiguration.INTERNAL + "console";

	static final String UNPROTECTED = "redis-queue.console.allow-unprotected";

	private static final String MAPPING = CONSOLE + "Mapping";

	private static final String PROTECTION = CONSOLE + "Protection";

	/**
	 * Creates the auto-configuration. Called by Spring.
	 */
	public QueueConsoleAutoConfiguration() {
	}

	private static Map<String, Object> paths(String path, Object handler) {
		return Map.of(path, handler, path + "/**", handler);
	}

	/**
	 * What is the same for all kinds of web applications.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication
	@EnableConfigurationProperties(QueueConsoleProperties.class)
	static class Common {

		@Bean(CONSOLE)
		QueueConsole queueConsole(QueueConsoleProperties properties, QueuePropertiesMapper queues,
				Environment environment, ConsoleQueues console) {
			return new QueueConsole(properties.validated().path(),
					new ConsoleSettings(environment.getProperty("spring.application.name"), queues.workerId(),
							properties.refresh(), new ConsoleAccess(properties.roles(), properties.readOnly(),
									properties.allowUnprotected(), properties.allowedHosts())),
					console);
		}

		@Bean(CONSOLE + "Queues")
		ConsoleQueues consoleQueues(ConfiguredQueues queues,
				@Qualifier(QueueAutoConfiguration.CONTAINERS) QueueListenerRegistry listeners,
				QueuePropertiesMapper configured, @Qualifier(QueueAutoConfiguration.INSTANCES) Instances instances,
				@Qualifier(QueueAutoConfiguration.CLEANER) QueueCleaner cleaner, ApplicationEventPublisher publisher,
				@Qualifier(QueueAutoConfiguration.OBSERVATIONS) QueueObservations observations,
				QueueConsoleProperties properties) {
			// Not a bean, which Actuator would expose.
			QueuesEndpoint endpoint = QueuesEndpointAutoConfiguration.endpoint(queues, listeners, configured, instances,
					cleaner, publisher);
			QueueSampler sampler = new QueueSampler(endpoint::queues, new QueueActivity(observations.registry()),
					properties.validated().refresh());
			return new ConsoleQueues(
					new QueuesEndpointWebExtension(endpoint, properties.showValues(), properties.showValuesRoles()),
					listeners, sampler, properties.refresh());
		}

	}

	/**
	 * With Spring MVC.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnClass(name = ConsoleLibraries.SERVLET)
	static class Servlet {

		@Bean(MAPPING)
		org.springframework.web.servlet.handler.SimpleUrlHandlerMapping consoleMapping(QueueConsole console) {
			return new org.springframework.web.servlet.handler.SimpleUrlHandlerMapping(
					paths(console.path(), new ServletConsole(console)), ORDER);
		}

		@Configuration(proxyBeanMethods = false)
		@ConditionalOnBooleanProperty(name = UNPROTECTED, havingValue = false, matchIfMissing = true)
		@ConditionalOnClass(FilterChainProxy.class)
		static class Protected {

			@Bean(PROTECTION)
			@Lazy(false)
			ServletProtection consoleProtection(ObjectProvider<FilterChainProxy> filters, ServletContext servlet,
					ObjectProvider<DispatcherServletPath> dispatcher, QueueConsole console) {
				String prefix = dispatcher.stream().map(DispatcherServletPath::getPrefix).findFirst().orElse("");
				return new ServletProtection(filters.orderedStream().toList(), servlet, prefix + console.path());
			}

		}

	}

	/**
	 * With Spring WebFlux.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.REACTIVE)
	@ConditionalOnClass(name = ConsoleLibraries.REACTIVE)
	static class Reactive {

		@Bean(MAPPING)
		org.springframework.web.reactive.handler.SimpleUrlHandlerMapping consoleMapping(QueueConsole console) {
			return new org.springframework.web.reactive.handler.SimpleUrlHandlerMapping(
					paths(console.path(), new ReactiveConsole(console)), ORDER);
		}

		@Configuration(proxyBeanMethods = false)
		@ConditionalOnBooleanProperty(name = UNPROTECTED, havingValue = false, matchIfMissing = true)
		@ConditionalOnClass(WebFilterChainProxy.class)
		static class Protected {

			@Bean(PROTECTION)
			@Lazy(false)
			ReactiveProtection consoleProtection(ObjectProvider<WebFilterChainProxy> filters,
					ObjectProvider<WebFluxProperties> webflux, QueueConsole console) {
				String basePath = webflux.stream()
					.map(WebFluxProperties::getBasePath)
					.filter(Objects::nonNull)
					.findFirst()
					.orElse("");
				return new ReactiveProtection(filters.orderedStream().toList(), basePath, console.path());
			}

		}

	}

	/**
	 * In a web application without Spring MVC, such as one with Jersey.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnMissingClass(ConsoleLibraries.SERVLET)
	static class WithoutMvc {

		WithoutMvc() {
			throw new ConsoleLibraries.MissingLibraryException("spring-boot-starter-webmvc");
		}

	}

	/**
	 * Without Spring Security.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication
	@ConditionalOnBooleanProperty(name = UNPROTECTED, havingValue = false, matchIfMissing = true)
	@ConditionalOnMissingClass("org.springframework.security.web.FilterChainProxy")
	static class Unprotected {

		@Bean(PROTECTION)
		@Lazy(false)
		SmartInitializingSingleton consoleProtection(QueueConsole console, ApplicationContext application) {
			return () -> {
				throw new UnprotectedConsoleException(console.path(), !(application instanceof WebApplicationContext),
						"Spring Security is not on the classpath");
			};
		}

	}

}
