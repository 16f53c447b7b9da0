package io.github.redisqueue.autoconfigure.properties;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

import io.github.redisqueue.annotation.method.ListenerDefinition;
import io.github.redisqueue.listener.InvalidListenerException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PlaceholdersResolver;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Binds properties that stand in several places. That of a queue is the attribute of a
 * listener, or else the property of the queue, or else that for all queues. Thread-safe.
 */
final class QueuePropertiesBinder {

	private static final ConfigurationPropertyName OF_ALL = ConfigurationPropertyName.of("redis-queue");

	/** There are no such properties for all queues. */
	private static final Set<String> OF_SINGLE_QUEUES = Set.of("prefix", "forward-to", "rate-limit", "max-leased",
			"groups");

	/** A key of a map that needs no brackets. */
	private static final Pattern PLAIN_KEY = Pattern.compile("[a-z0-9][a-z0-9-]*");

	/** Those of the environment, the one that counts most first. */
	private final Iterable<ConfigurationPropertySource> sources;

	private final PlaceholdersResolver placeholders;

	QueuePropertiesBinder(ConfigurableEnvironment environment) {
		this.sources = ConfigurationPropertySources.from(environment.getPropertySources());
		this.placeholders = new PropertySourcesPlaceholdersResolver(environment);
	}

	void checkNames() {
		UnknownProperties.check(this.sources);
	}

	/**
	 * The places of the properties of a queue, the first of which that has a property
	 * counts.
	 */
	List<ConfigurationPropertySource> places(String queue, Set<String> named, @Nullable ListenerDefinition listener) {
		List<ConfigurationPropertySource> places = new ArrayList<>();
		if (listener != null) {
			places.add(Attribute.source(listener));
		}
		places.add(below("queues", queue, named));
		places.add((name) -> OF_SINGLE_QUEUES.contains(name.getElement(0, Form.DASHED)) ? null
				: find(OF_ALL.append(name)));
		return places;
	}

	ConfigurationPropertySource below(String group) {
		return (name) -> find(OF_ALL.append(group).append(name));
	}

	/**
	 * What is below the key of a map, which is written in brackets or without, but is
	 * always named in the same way. Nothing is, if the map has no such key.
	 */
	ConfigurationPropertySource below(String map, String key, Set<String> keys) {
		if (!keys.contains(key)) {
			return (name) -> null;
		}
		ConfigurationPropertyName prefix = ConfigurationPropertyName.of(nameOf(map, key));
		ConfigurationPropertyName plain = plain(map, key);
		ConfigurationPropertyName inBrackets = ConfigurationPropertyName.of(OF_ALL + "." + map + "[" + key + "]");
		boolean isPlain = PLAIN_KEY.matcher(key).matches() || (plain.getLastElement(Form.ORIGINAL).equals(key)
				&& keys.stream().filter((other) -> plain(map, other).equals(plain)).count() == 1);
		return (name) -> {
			ConfigurationProperty found = find(inBrackets.append(name));
			ConfigurationProperty other = (found == null && isPlain) ? find(plain.append(name)) : found;
			return (other != null) ? new ConfigurationProperty(prefix.append(name), other.getValue(), other.getOrigin())
					: null;
		};
	}

	/**
	 * The name without brackets. Such names are compared without regard to case, and to
	 * characters other than letters and digits, so those of several keys may be equal.
	 */
	private static ConfigurationPropertyName plain(String map, String key) {
		return ConfigurationPropertyName.adapt(OF_ALL + "." + map + "." + key, '.');
	}

	private @Nullable ConfigurationProperty find(ConfigurationPropertyName name) {
		for (ConfigurationPropertySource source : this.sources) {
			ConfigurationProperty found = source.getConfigurationProperty(name);
			if (found != null) {
				return found;
			}
		}
		return null;
	}

	<T> T bind(List<ConfigurationPropertySource> places, Class<T> type, PropertyRules rules) {
		try {
			return new Binder(places, this.placeholders).bindOrCreate(ConfigurationPropertyName.EMPTY,
					Bindable.of(type), rules);
		}
		catch (BindException ex) {
			// What the rules throw says more than that it is about a property.
			throw (ex.getCause() instanceof InvalidQueuePropertyException
					|| ex.getCause() instanceof InvalidListenerException) ? (RuntimeException) ex.getCause() : ex;
		}
	}

	/** The full name of the property, or the attribute, whose value counts. */
	static String nameOf(List<ConfigurationPropertySource> places, String property) {
		ConfigurationPropertyName name = ConfigurationPropertyName.of(property);
		return places.stream()
			.map((place) -> place.getConfigurationProperty(name))
			.filter(Objects::nonNull)
			.findFirst()
			.map((found) -> (found.getOrigin() instanceof Attribute attribute) ? attribute : found.getName())
			.orElse(OF_ALL.append(name))
			.toString();
	}

	static String nameOf(String map, String key, String property) {
		return nameOf(map, key) + "." + property;
	}

	static String nameOf(String map, String key) {
		return OF_ALL + "." + map + (PLAIN_KEY.matcher(key).matches() ? "." + key : "[" + key + "]");
	}

}
