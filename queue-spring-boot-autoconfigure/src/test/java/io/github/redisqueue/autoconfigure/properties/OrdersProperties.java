package io.github.redisqueue.autoconfigure.properties;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Properties of the queue 'orders' in tests, unless they have their full names.
 */
final class OrdersProperties {

	private OrdersProperties() {
	}

	static QueuePropertiesMapper mapper(String... properties) {
		Map<String, String> all = new HashMap<>();
		for (String property : List.of(properties)) {
			String name = property.substring(0, property.indexOf('='));
			all.put(name.startsWith("redis-queue.") ? name : "redis-queue.queues.orders." + name,
					property.substring(property.indexOf('=') + 1));
		}
		return mapper(all);
	}

	/** Of properties with their full names. */
	static QueuePropertiesMapper mapper(Map<String, ?> properties) {
		MockEnvironment environment = new MockEnvironment();
		properties.forEach(environment::setProperty);
		ConfigurationPropertySources.attach(environment);
		return new QueuePropertiesMapper(Binder.get(environment).bindOrCreate("redis-queue", QueueProperties.class),
				environment);
	}

	static void assertRefused(String property, String message, String... properties) {
		String name = "redis-queue.queues.orders." + property;
		assertThatExceptionOfType(InvalidQueuePropertyException.class).isThrownBy(() -> mapper(properties).validated())
			.withMessage(name + " " + message + ".")
			.satisfies((ex) -> assertThat(ex.analysis().getAction()).contains(name));
	}

}
