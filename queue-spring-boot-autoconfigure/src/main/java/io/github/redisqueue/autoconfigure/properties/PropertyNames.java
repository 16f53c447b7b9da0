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
 * The names of the properties of a group. A property is a group without members.
 *
 * @param name the name of the group
 * @param members the members of the group by their names, without punctuation
 * @param entries the entries of a map, or null for another group
 */
record PropertyNames(String name, Map<String, PropertyNames> members, @Nullable PropertyNames entries) {

	/** An entry that is no group, in a map whose keys may have any number of elements. */
	private static final PropertyNames VALUE = new PropertyNames("*", Map.of(), null);

	/** Those of types that need libraries which an application may lack. */
	private static final Map<String, List<String>> OF_OTHERS = Map.of("console", List.of("enabled", "path", "refresh",
			"roles", "show-values", "show-values-roles", "read-only", "allow-unprotected", "allowed-hosts"),
			"embedded-redis", List.of("enabled", "directory"));

	/** All properties below {@code redis-queue}. */
	static PropertyNames read() {
		PropertyNames all = of("redis-queue", QueueProperties.class);
		all.add(property("enabled"));
		OF_OTHERS.forEach((name, properties) -> {
			PropertyNames group = new PropertyNames(name, new LinkedHashMap<>(), null);
			properties.forEach((property) -> group.add(property(property)));
			all.add(group);
		});
		return all;
	}

	private static PropertyNames property(String name) {
		return new PropertyNames(name, Map.of(), null);
	}

	private void add(PropertyNames member) {
		this.members.put(Spelling.uniform(member.name), member);
	}

	private static PropertyNames of(String name, Type type) {
		if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
			PropertyNames entries = of("*", map.getActualTypeArguments()[1]);
			return new PropertyNames(name, Map.of(), entries.isProperty() ? VALUE : entries);
		}
		if (!(type instanceof Class<?> group) || !group.isRecord()) {
			return property(name);
		}
		PropertyNames all = new PropertyNames(name, new LinkedHashMap<>(), null);
		for (Parameter property : group.getDeclaredConstructors()[0].getParameters()) {
			all.add(of(DataObjectPropertyName.toDashedForm(property.getName()), property.getParameterizedType()));
		}
		return all;
	}

	private boolean isProperty() {
		return this.members.isEmpty() && this.entries == null;
	}

	private @Nullable PropertyNames member(String name) {
		return this.members.getOrDefault(name, this.entries);
	}

	/**
	 * Finds what does not exist.
	 * @param name the elements of a name, without punctuation
	 * @return the number of the first element that does not exist, or of all elements
	 */
	int firstUnknown(String[] name) {
		PropertyNames at = this;
		for (int element = 0; element < name.length && at != VALUE; element++) {
			boolean index = at.isProperty() && name[element].matches("\\d+");
			PropertyNames next = index ? at : at.member(name[element]);
			if (next == null) {
				return element;
			}
			at = next;
		}
		return name.length;
	}

	/**
	 * The names that an element could have.
	 * @param name the elements of a name, of which those before the element exist
	 * @param element the number of the element
	 * @return the names
	 */
	Collection<String> siblings(String[] name, int element) {
		PropertyNames at = this;
		for (int i = 0; i < element && at != null; i++) {
			at = at.member(name[i]);
		}
		return (at != null) ? at.members.values().stream().map(PropertyNames::name).toList() : List.of();
	}

	/**
	 * Whether the entries of a map have a property.
	 * @param map the name of the map, without punctuation
	 * @param property the elements of the name of the property; none if the entries are
	 * to be values
	 */
	boolean hasEntry(String map, String[] property) {
		PropertyNames member = member(map);
		PropertyNames entries = (member != null) ? member.entries : null;
		return entries != null && (entries == VALUE) == (property.length == 0)
				&& entries.firstUnknown(property) == property.length;
	}

}
