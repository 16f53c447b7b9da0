package io.github.redisqueue.autoconfigure.properties;

import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/**
 * What may follow a name below {@code redis-queue}: the members of a group, any key of a
 * map, or an index.
 */
final class PropertyNames {

	/** Those of types that need libraries which an application may lack. */
	private static final List<String> OF_OTHERS = List.of("enabled", "console.enabled", "console.path",
			"console.refresh", "console.roles", "console.show-values", "console.show-values-roles", "console.read-only",
			"console.allow-unprotected", "console.allowed-hosts", "embedded-redis.enabled", "embedded-redis.directory");

	private final Map<String, PropertyNames> members = new LinkedHashMap<>();

	/**
	 * What follows a key: itself, if it is a value, since the rest is of the key, too.
	 */
	private @Nullable PropertyNames entry;

	PropertyNames() {
		this(QueueProperties.class);
		for (String name : OF_OTHERS) {
			PropertyNames group = this;
			for (String element : name.split("\\.")) {
				group = group.members.computeIfAbsent(element, (member) -> new PropertyNames(Object.class));
			}
		}
	}

	private PropertyNames(Type type) {
		if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
			PropertyNames entry = new PropertyNames(map.getActualTypeArguments()[1]);
			entry.entry = entry.members.isEmpty() ? entry : null;
			this.entry = entry;
		}
		else if (type instanceof Class<?> group && group.isRecord()) {
			for (Parameter member : group.getDeclaredConstructors()[0].getParameters()) {
				this.members.put(DataObjectPropertyName.toDashedForm(member.getName()),
						new PropertyNames(member.getParameterizedType()));
			}
		}
	}

	private @Nullable PropertyNames after(String element) {
		if (this.entry != null) {
			return this.entry;
		}
		if (this.members.isEmpty()) {
			return element.matches("\\d+") ? this : null;
		}
		return this.members.entrySet()
			.stream()
			.filter((member) -> member.getKey().replace("-", "").equals(element))
			.map(Map.Entry::getValue)
			.findAny()
			.orElse(null);
	}

	private @Nullable PropertyNames after(String[] name, int elements) {
		PropertyNames known = this;
		for (int i = 0; i < elements && known != null; i++) {
			known = known.after(name[i]);
		}
		return known;
	}

	/**
	 * The number of the first element that does not exist, or of all elements. These are
	 * without punctuation.
	 */
	int firstUnknown(String[] name) {
		int elements = name.length;
		while (after(name, elements) == null) {
			elements--;
		}
		return elements;
	}

	/** The names that an element could have, of a name that exists as far as that. */
	Collection<String> siblings(String[] name, int element) {
		PropertyNames group = after(name, element);
		return (group != null) ? group.members.keySet() : List.of();
	}

	/**
	 * Whether the entries of a map have a property.
	 * @param name the elements of a name, without punctuation: that of the map, a key,
	 * and the property; no property if the entries are to be values
	 */
	boolean hasEntry(String[] name) {
		PropertyNames map = after(name[0]);
		return map != null && map.entry != null && (map.entry == map.entry.entry) == (name.length == 2)
				&& after(name, name.length) != null;
	}

}
