package io.github.redisqueue.autoconfigure;

import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * Matches where the console is switched on. If a library is absent then that it needs,
 * the application fails startup: otherwise nobody would know why there is no page.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class ConsoleLibraries implements Condition {

	static final String ENABLED = "redis-queue.console.enabled";

	static final String SERVLET = "org.springframework.web.servlet.DispatcherServlet";

	static final String REACTIVE = "org.springframework.web.reactive.DispatcherHandler";

	@Override
	public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
		Environment environment = context.getEnvironment();
		if (!environment.getProperty(ENABLED, Boolean.class, false)
				|| !environment.getProperty("redis-queue.enabled", Boolean.class, true)) {
			return false;
		}
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
