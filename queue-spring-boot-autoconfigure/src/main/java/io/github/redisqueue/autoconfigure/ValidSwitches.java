package io.github.redisqueue.autoconfigure;

import java.util.List;

import io.github.redisqueue.autoconfigure.properties.InvalidQueuePropertyException;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Rejects other values than true and false for the properties that switch
 * auto-configurations off. Without it, any other value would do so, without a word. The
 * other boolean properties are rejected when Spring Boot binds them. Always matches.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class ValidSwitches implements Condition {

	private static final List<String> SWITCHES = List.of("redis-queue.enabled", "redis-queue.embedded-redis.enabled",
			"redis-queue.console.enabled");

	@Override
	public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
		for (String name : SWITCHES) {
			String value = context.getEnvironment().getProperty(name);
			if (value != null && !value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
				throw InvalidQueuePropertyException.of(name, "true or false", value);
			}
		}
		return true;
	}

}
