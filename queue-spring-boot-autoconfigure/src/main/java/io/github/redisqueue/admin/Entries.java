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

	public Entries() {
	}

	/** Creates an object that begins with the entries of another one. */
	public Entries(Map<String, Object> entries) {
		super(entries);
	}

	/** Adds a value, unless it is null because it is not known. */
	public Entries with(String name, @Nullable Object value) {
		if (value != null) {
			put(name, (value instanceof Instant || value instanceof Duration) ? value.toString() : value);
		}
		return this;
	}

}
