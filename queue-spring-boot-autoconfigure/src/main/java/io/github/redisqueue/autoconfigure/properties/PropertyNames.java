package io.github.redisqueue.autoconfigure.properties;

import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.util.StringUtils;

/**
 * The names of all properties below {@code redis-queue}, each as its elements.
 */
final class PropertyNames {

	/** Stands for any key of a map. */
	private static final String KEY = "*";

	/** Follows the key of a map whose entries are values, not groups. */
	private static final String VALUE = "**";

	/** Those of types that need libraries which an application may lack. */
	private static final List<String> OF_OTHERS = List.of("enabled", "console.enabled", "console.path",
			"console.refresh", "console.roles", "console.show-values", "console.show-values-roles", "console.read-only",
			"console.allow-unprotected", "console.allowed-hosts", "embedded-redis.enabled", "embedded-redis.directory");

	private final List<List<String>> names = new ArrayList<>();

	PropertyNames() {
		add(List.of(), QueueProperties.class);
		OF_OTHERS.forEach((name) -> this.names.add(List.of(StringUtils.delimitedListToStringArray(name, "."))));
	}

	private void add(List<String> name, Type type) {
		if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
			Type entries = map.getActualTypeArguments()[1];
			List<String> key = append(name, KEY);
			add(isGroup(entries) ? key : append(key, VALUE), entries);
		}
		else if (isGroup(type)) {
			for (Parameter member : ((Class<?>) type).getDeclaredConstructors()[0].getParameters()) {
				add(append(name, DataObjectPropertyName.toDashedForm(member.getName())), member.getParameterizedType());
			}
		}
		else {
			this.names.add(name);
		}
	}

	private static boolean isGroup(Type type) {
		return type instanceof Class<?> group && group.isRecord();
	}

	private static List<String> append(List<String> name, String element) {
		return Stream.concat(name.stream(), Stream.of(element)).toList();
	}

	/** Whether the beginning of a name is that of a known one, or an index follows it. */
	private static boolean matches(List<String> known, String[] name, int elements) {
		for (int i = 0; i < elements; i++) {
			String element = (i < known.size()) ? known.get(i).replace("-", "") : "an index";
			if (element.equals(VALUE)) {
				return true;
			}
			if (!element.equals(name[i]) && !element.equals(KEY) && !(i >= known.size() && name[i].matches("\\d+"))) {
				return false;
			}
		}
		return true;
	}

	/**
	 * The number of the first element that does not exist, or of all elements. These are
	 * without punctuation.
	 */
	int firstUnknown(String[] name) {
		int elements = name.length;
		while (!isKnown(name, elements)) {
			elements--;
		}
		return elements;
	}

	private boolean isKnown(String[] name, int elements) {
		return this.names.stream().anyMatch((known) -> matches(known, name, elements));
	}

	/**
	 * The names that an element could have, of a name that exists as far as this element.
	 */
	Collection<String> siblings(String[] name, int element) {
		return this.names.stream()
			.filter((known) -> known.size() > element && matches(known, name, element))
			.map((known) -> known.get(element))
			.filter((known) -> !known.equals(KEY) && !known.equals(VALUE))
			.distinct()
			.toList();
	}

	/**
	 * Whether the entries of a map have a property.
	 * @param name the elements of a name, without punctuation: that of the map, a key,
	 * and the property; no property if the entries are to be values
	 */
	boolean hasEntry(String[] name) {
		return this.names.stream()
			.anyMatch((known) -> known.size() > 2 && known.get(1).equals(KEY)
					&& known.get(2).equals(VALUE) == (name.length == 2) && matches(known, name, name.length));
	}

}
