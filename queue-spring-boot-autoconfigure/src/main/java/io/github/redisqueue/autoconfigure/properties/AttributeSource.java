package io.github.redisqueue.autoconfigure.properties;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

import io.github.redisqueue.annotation.method.ListenerDefinition;
import io.github.redisqueue.annotation.method.ScheduleDefinition;
import io.github.redisqueue.listener.InvalidListenerException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.origin.Origin;

/**
 * The attributes of an annotation, under the names of the properties that they stand for.
 */
final class AttributeSource implements ConfigurationPropertySource {

	private final Map<ConfigurationPropertyName, ConfigurationProperty> properties = new HashMap<>();

	static AttributeSource of(ListenerDefinition listener) {
		AttributeSource source = new AttributeSource();
		listener.attributes()
			.forEach(
					(attribute, value) -> source.add(
							(ListenerDefinition.isAboutFailures(attribute) ? "retry." : "listener.")
									+ attribute.replace("backoff.", ""),
							value, new Place(attribute, listener::invalid)));
		return source;
	}

	static AttributeSource of(ScheduleDefinition schedule) {
		AttributeSource source = new AttributeSource();
		schedule.attributes()
			.forEach((attribute, value) -> source.add(attribute, value, new Place(attribute, schedule::invalid)));
		return source;
	}

	private void add(String property, Object value, Place place) {
		ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
		this.properties.put(name, new ConfigurationProperty(name, value, place));
	}

	@Override
	public @Nullable ConfigurationProperty getConfigurationProperty(ConfigurationPropertyName name) {
		return this.properties.get(name);
	}

	/** Where a value stands, and how to refuse it. */
	record Place(String attribute, BiFunction<String, String, InvalidListenerException> invalid) implements Origin {

		InvalidListenerException refused(Object value, String allowed) {
			return this.invalid.apply("has " + this.attribute + " = \"" + value + "\", which is not " + allowed,
					"Set it to " + allowed + ", or remove it to use the property.");
		}

		@Override
		public String toString() {
			return "the attribute " + this.attribute;
		}

	}

}
