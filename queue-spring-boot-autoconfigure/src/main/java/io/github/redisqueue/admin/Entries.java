package io.github.redisqueue.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The entries of a JSON object in their order. What is not known is left out, and times
 * and durations are written as text. Not thread-safe.
 */
public final class Entries extends LinkedHashMap<String, Object> {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates an object without entries.
	 */
	public Entries() {
	}

	/**
	 * Creates an object that has the entries of another one.
	 * @param entries the entries
	 */
	public Entries(Map<String, Object> entries) {
		super(entries);
	}

	/**
	 * Adds what is known.
	 * @param name the name of the entry
	 * @param value its value, or null if it is not known
	 * @return this
	 */
	public Entries with(String name, @Nullable Object value) {
		if (value != null) {
			put(name, (value instanceof Instant || value instanceof Duration) ? value.toString() : value);
		}
		return this;
	}

}
