package io.github.redisqueue.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.DeadLetters;
import org.jspecify.annotations.Nullable;

/**
 * Groups the newest dead letters by their exceptions and reasons. Thread-safe.
 */
final class DeadLetterGroups {

	private static final int MAX_LOOK = 5000;

	/**
	 * How many groups are told apart. Names of exceptions may come from other clients.
	 */
	private static final int MAX_GROUPS = 500;

	private final Duration limit;

	/**
	 * Creates an instance.
	 * @param limit for how long to read dead letters
	 */
	DeadLetterGroups(Duration limit) {
		this.limit = limit;
	}

	/** The groups of the newest dead letters, the largest first. */
	Map<String, Object> of(DeadLetters letters) {
		long total = letters.count();
		Map<Kind, Group> groups = new LinkedHashMap<>();
		SearchLimit search = new SearchLimit(MAX_LOOK, this.limit);
		letters.read(0, SearchLimit.PAGE, (letter) -> {
			Kind kind = Kind.of(letter);
			if (groups.size() < MAX_GROUPS || groups.containsKey(kind)) {
				groups.computeIfAbsent(kind, (added) -> new Group(letter)).add(letter);
			}
			return search.goesOn();
		});
		return new Entries().with("looked", search.looked())
			.with("total", Math.max(total, search.looked()))
			.with("groups",
					groups.entrySet()
						.stream()
						.sorted(Comparator.comparing((entry) -> -entry.getValue().count))
						.map((entry) -> entry.getValue().describe(entry.getKey()))
						.toList());
	}

	/**
	 * What dead letters of a group have in common.
	 *
	 * @param exception the class name of the exception, or null
	 * @param reason the reason of the burial
	 */
	private record Kind(@Nullable String exception, String reason) {

		static Kind of(DeadLetter letter) {
			return new Kind(letter.cause().exception(), letter.cause().reason().name());
		}

	}

	/**
	 * Dead letters with something in common, without their payloads. Not thread-safe.
	 */
	private static final class Group {

		private Instant newest;

		private Instant oldest;

		private String sample;

		private @Nullable String message;

		private long count;

		Group(DeadLetter first) {
			this.newest = first.buriedAt();
			this.oldest = first.buriedAt();
			this.sample = first.id();
			this.message = first.cause().message();
		}

		/** In a queue with shards, the pages are in order only for each shard. */
		void add(DeadLetter letter) {
			this.count++;
			if (letter.buriedAt().isAfter(this.newest)) {
				this.newest = letter.buriedAt();
				this.sample = letter.id();
				this.message = letter.cause().message();
			}
			if (letter.buriedAt().isBefore(this.oldest)) {
				this.oldest = letter.buriedAt();
			}
		}

		Map<String, Object> describe(Kind kind) {
			return new Entries().with("exception", kind.exception())
				.with("reason", kind.reason())
				.with("count", this.count)
				.with("message", this.message)
				.with("newest", this.newest)
				.with("oldest", this.oldest)
				.with("sample", this.sample);
		}

	}

}
