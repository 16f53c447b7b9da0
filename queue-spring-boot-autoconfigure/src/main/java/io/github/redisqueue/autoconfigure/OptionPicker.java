package io.github.redisqueue.autoconfigure;

import java.util.function.Function;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Picks the values of properties. A property of a single queue overrides the property for
 * all queues, which overrides the default.
 */
final class OptionPicker {

	private static final Pattern PLAIN_NAME = Pattern.compile("[a-z0-9-]+");

	private final QueueProperties properties;

	OptionPicker(QueueProperties properties) {
		this.properties = properties;
	}

	<T> Option<T> pick(String queue, String name, Function<QueueOptions, @Nullable T> getter, T defaultValue) {
		QueueOptions own = this.properties.getQueues().get(queue);
		T specific = (own != null) ? getter.apply(own) : null;
		if (specific != null) {
			return new Option<>(nameOf(queue, name), specific);
		}
		T common = getter.apply(this.properties);
		return new Option<>("redis-queue." + name, (common != null) ? common : defaultValue);
	}

	/**
	 * The value of a property that only single queues have.
	 * @param queue the name of the queue
	 * @param name the name of the property
	 * @param getter returns the value, or null if it is not set
	 * @param <T> the type of the value
	 * @return the value, or null if it is not set
	 */
	<T> @Nullable Option<T> own(String queue, String name, Function<QueueProperties.Queue, @Nullable T> getter) {
		QueueProperties.Queue own = this.properties.getQueues().get(queue);
		T value = (own != null) ? getter.apply(own) : null;
		return (value != null) ? new Option<>(nameOf(queue, name), value) : null;
	}

	static String nameOf(String queue, String name) {
		return nameOf("queues", queue, name);
	}

	static String nameOf(String map, String key, String name) {
		return "redis-queue." + map + (PLAIN_NAME.matcher(key).matches() ? "." + key : "[" + key + "]") + "." + name;
	}

}
