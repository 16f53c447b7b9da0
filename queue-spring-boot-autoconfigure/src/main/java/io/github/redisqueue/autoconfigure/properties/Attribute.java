package io.github.redisqueue.autoconfigure.properties;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

import io.github.redisqueue.annotation.method.ListenerDefinition;
import io.github.redisqueue.annotation.method.ScheduleDefinition;
import io.github.redisqueue.listener.InvalidListenerException;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.origin.Origin;

/**
 * The attribute of an annotation that stands for a property. As the origin of a value, it
 * lets {@link PropertyRules} name the attribute instead of the property.
 *
 * @param invalid makes an exception of what is wrong with the annotated method, and of
 * what to do
 */
record Attribute(String name, BiFunction<String, String, InvalidListenerException> invalid) implements Origin {

	static ConfigurationPropertySource source(ListenerDefinition listener) {
		return source(listener.attributes(),
				(attribute) -> (ListenerDefinition.isAboutFailures(attribute) ? "retry." : "listener.")
						+ attribute.replace("backoff.", ""),
				listener::invalid);
	}

	static ConfigurationPropertySource source(ScheduleDefinition schedule) {
		return source(schedule.attributes(), UnaryOperator.identity(), schedule::invalid);
	}

	private static ConfigurationPropertySource source(Map<String, Object> attributes, UnaryOperator<String> property,
			BiFunction<String, String, InvalidListenerException> invalid) {
		Map<ConfigurationPropertyName, ConfigurationProperty> properties = new HashMap<>();
		attributes.forEach((attribute, value) -> {
			ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property.apply(attribute), '.');
			properties.put(name, new ConfigurationProperty(name, value, new Attribute(attribute, invalid)));
		});
		return properties::get;
	}

	InvalidListenerException refused(Object value, String allowed) {
		return this.invalid.apply("has " + this.name + " = \"" + value + "\", which is not " + allowed,
				"Set it to " + allowed + ", or remove it to use the property.");
	}

	@Override
	public String toString() {
		return "the attribute " + this.name;
	}

}
