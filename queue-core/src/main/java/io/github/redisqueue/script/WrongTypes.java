package io.github.redisqueue.script;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Names the keys of a failed call that hold something else than scripts expect. Servers
 * do not.
 */
final class WrongTypes {

	static final Script TYPES = Script.load("layout/types");

	/** What keys hold, by what follows the prefix of the queue. */
	private static final Map<String, String> EXPECTED = Stream
		.of(Map.entry("list", List.of("queue", "processing", "dead")),
				Map.entry("hash",
						List.of("jobs", "ids", "tokens", "failures", "crashes", "headers", "dead:job", "groups",
								"waiting", "history")),
				Map.entry("zset",
						List.of("delayed", "completed", "suspects", "workers", "dead:unreadable", "joining", "line",
								"heads", "open", "kept", "paces", "ended")),
				Map.entry("stream", List.of("stream")),
				Map.entry("string",
						List.of("token", "paused", "polled", "clock", "shards", "type", "limits", "rate", "turn:light",
								"turn:deep")))
		.flatMap((type) -> type.getValue().stream().map((name) -> Map.entry(name, type.getKey())))
		.collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

	private WrongTypes() {
	}

	/**
	 * The keys that hold something else.
	 * @param keys the keys, the first of which shows the prefix of all
	 * @param types the reply of {@link #TYPES}
	 * @return a text that names them, or an empty one
	 */
	static String among(List<String> keys, Reply types) {
		String prefix = prefix(keys.get(0));
		return IntStream.range(0, keys.size())
			.mapToObj((i) -> difference(keys.get(i), prefix, types.requiredText(i)))
			.flatMap(Stream::ofNullable)
			.collect(Collectors.joining(", "));
	}

	private static String prefix(String key) {
		return EXPECTED.keySet()
			.stream()
			.filter(key::endsWith)
			.max(Comparator.comparing(String::length))
			.map((name) -> key.substring(0, key.length() - name.length()))
			.orElse(key);
	}

	private static @Nullable String difference(String key, String prefix, String type) {
		String expected = key.startsWith(prefix) ? EXPECTED.get(key.substring(prefix.length())) : null;
		return (expected == null || type.equals("none") || type.equals(expected)) ? null
				: "key '" + key + "' holds a " + type + " instead of a " + expected;
	}

}
