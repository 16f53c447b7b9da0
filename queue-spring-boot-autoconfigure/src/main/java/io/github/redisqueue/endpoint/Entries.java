package io.github.redisqueue.endpoint;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The entries of a JSON object in their order. What is not known is left out. Not
 * thread-safe.
 */
final class Entries {

	private final Map<String, Object> map = new LinkedHashMap<>();

	Entries with(String name, @Nullable Object value) {
		if (value != null) {
			this.map.put(name, value);
		}
		return this;
	}

	/** Adds what is written as text: times, durations and enums. */
	Entries withText(String name, @Nullable Object value) {
		return with(name, (value != null) ? value.toString() : null);
	}

	Map<String, Object> map() {
		return this.map;
	}

}
