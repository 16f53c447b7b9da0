package io.github.redisqueue.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.DeadLetters;
import io.github.redisqueue.WorkQueue;
import org.jspecify.annotations.Nullable;

/**
 * Describes dead letters, and searches for them. Thread-safe.
 *
 * @param searches for searches, which read thousands of dead letters
 * @param limit for how long a request goes on to look for dead letters
 */
record DeadLetterReader(QueueCalls calls, QueueCalls searches, Duration limit) {

	/** How many dead letters one request looks at, at most. */
	private static final int MAX_LOOK = 5000;

	/** Names of exceptions may come from other clients. */
	private static final int MAX_GROUPS = 500;

	/** Instead of the class name, for those that no exception has buried. */
	private static final String NONE = "none";

	/**
	 * A page of dead letters, the newest first: those that match the filter, behind the
	 * first {@code offset}, {@code count} at most. Or the one with the {@code id}.
	 */
	Map<String, Object> list(WorkQueue queue, Request request, boolean showValues) {
		String id = request.text("id");
		return (id != null) ? one(queue, id, showValues) : page(queue, request);
	}

	private Map<String, Object> page(WorkQueue queue, Request request) {
		DeadLetters letters = queue.deadLetters();
		long skipped = request.number("offset", 0, 0, Long.MAX_VALUE);
		int most = request.count();
		Filter filter = Filter.of(request);
		if (filter.wantsAll()) {
			return read(queue, () -> page(letters, skipped, most, most, filter));
		}
		return search(queue, List.of(queue.name(), skipped, most, filter),
				() -> page(letters, skipped, most, Request.MAX_COUNT, filter));
	}

	private Map<String, Object> page(DeadLetters letters, long offset, int count, int size, Filter filter) {
		long total = letters.count();
		List<Map<String, Object>> found = new ArrayList<>();
		Look look = new Look(MAX_LOOK);
		letters.read(offset, size, (letter) -> {
			if (filter.matches(letter)) {
				found.add(summary(letter));
			}
			return look.goesOn() && found.size() < count;
		});
		long next = offset + look.count;
		boolean more = (found.size() == count || look.isOver()) && next < total;
		return new Entries().with("total", total).with("deadLetters", found).with("nextOffset", more ? next : null);
	}

	/** Searches for dead letters, wherever they stand, for some time only. */
	Search search(DeadLetters letters, Filter filter) {
		return filter.wantsAll() ? new Search(letters.ids(), true)
				: this.searches.call(() -> searchNow(letters, filter));
	}

	private Search searchNow(DeadLetters letters, Filter filter) {
		Look look = new Look(Long.MAX_VALUE);
		// What is buried meanwhile moves the others to a further page.
		Set<String> found = new LinkedHashSet<>();
		letters.read(0, Request.MAX_COUNT, (letter) -> {
			if (filter.matches(letter)) {
				found.add(letter.id());
			}
			return look.goesOn();
		});
		List<String> oldestFirst = new ArrayList<>(found);
		Collections.reverse(oldestFirst);
		return new Search(oldestFirst, !look.isOver());
	}

	private Map<String, Object> one(WorkQueue queue, String id, boolean showValues) {
		DeadLetter letter = find(queue, id).orElseThrow(() -> RefusedException.unknown(queue, "dead letter", id));
		Entries entries = summary(letter).with("stackTrace", letter.cause().stackTrace());
		return JobReader.addContent(JobReader.addEvents(entries, letter.events()), letter.job(), showValues);
	}

	Optional<DeadLetter> find(WorkQueue queue, String id) {
		return read(queue, () -> queue.deadLetters().get(id));
	}

	/** The newest dead letters, grouped by their exceptions, the largest group first. */
	Map<String, Object> groups(WorkQueue queue) {
		return search(queue, List.of(queue.name()), () -> groups(queue.deadLetters()));
	}

	private Map<String, Object> groups(DeadLetters letters) {
		long total = letters.count();
		Map<Entries, Group> groups = new LinkedHashMap<>();
		Look look = new Look(MAX_LOOK);
		letters.read(0, Request.MAX_COUNT, (letter) -> {
			Entries kind = new Entries().with("exception", letter.cause().exception())
				.with("reason", letter.cause().reason().name());
			if (groups.size() < MAX_GROUPS || groups.containsKey(kind)) {
				groups.computeIfAbsent(kind, (added) -> new Group()).add(letter);
			}
			return look.goesOn();
		});
		return new Entries().with("looked", look.count)
			.with("total", Math.max(total, look.count))
			.with("groups",
					groups.entrySet()
						.stream()
						.sorted(Comparator.comparing((entry) -> -entry.getValue().buried.getCount()))
						.map((entry) -> entry.getValue().describe(entry.getKey()))
						.toList());
	}

	private Map<String, Object> search(WorkQueue queue, Object key, Supplier<Map<String, Object>> search) {
		return this.searches.read(problem(queue), this.searches.share(key, search));
	}

	private <T> T read(WorkQueue queue, Supplier<T> call) {
		return this.calls.read(problem(queue), this.calls.begin(call));
	}

	private static String problem(WorkQueue queue) {
		return "The dead letters of queue '" + queue.name() + "' cannot be read";
	}

	private static Entries summary(DeadLetter letter) {
		Cause cause = letter.cause();
		DeadLetter.History history = letter.history();
		return new Entries().with("id", letter.id())
			.with("reason", cause.reason().name())
			.with("exception", cause.exception())
			.with("message", cause.message())
			.with("worker", letter.worker())
			.with("buriedAt", letter.buriedAt())
			.with("failures", history.failures())
			.with("crashes", history.crashes())
			.with("firstFailure", history.firstFailure())
			.with("lastFailure", history.lastFailure())
			.with("group", letter.job().group())
			.with("bytes", letter.job().size());
	}

	/**
	 * Which dead letters to show. Null means that the request does not say so.
	 *
	 * @param exception the class name of the exception, or {@code none} for those without
	 * one
	 * @param text a text in the class name or the message of the exception, in upper or
	 * lower case
	 */
	record Filter(Cause.@Nullable Reason reason, @Nullable String exception, @Nullable String text) {

		static Filter of(Request request) {
			return new Filter(request.constant("reason", Cause.Reason.class), request.text("exception"),
					request.text("text"));
		}

		boolean wantsAll() {
			return this.reason == null && this.exception == null && this.text == null;
		}

		boolean matches(DeadLetter letter) {
			Cause cause = letter.cause();
			String thrown = Objects.requireNonNullElse(cause.exception(), NONE);
			return (this.reason == null || this.reason == cause.reason())
					&& (this.exception == null || this.exception.equals(thrown)) && isMentionedIn(cause);
		}

		private boolean isMentionedIn(Cause cause) {
			return this.text == null || Stream.of(cause.exception(), cause.message())
				.anyMatch((part) -> part != null
						&& part.toLowerCase(Locale.ROOT).contains(this.text.toLowerCase(Locale.ROOT)));
		}

	}

	/** What a search has found, the oldest first, and whether it has seen all. */
	record Search(List<String> ids, boolean isComplete) {

	}

	/**
	 * How far a request looks at dead letters: up to a number of them, and for some time,
	 * but at least at one. Not thread-safe.
	 */
	private final class Look {

		private final long begin = System.nanoTime();

		private final long most;

		/** How many were looked at. */
		private long count;

		Look(long most) {
			this.most = most;
		}

		/** Counts one that was looked at, and tells whether to go on. */
		boolean goesOn() {
			this.count++;
			return !isOver();
		}

		boolean isOver() {
			return this.count >= this.most
					|| (this.count > 0 && System.nanoTime() - this.begin >= DeadLetterReader.this.limit.toNanos());
		}

	}

	/**
	 * Dead letters with the same exception and reason, without their payloads. Not
	 * thread-safe.
	 */
	private static final class Group {

		/** How many there are, and when they were buried, in ms since 1970. */
		private final LongSummaryStatistics buried = new LongSummaryStatistics();

		/** The id of the newest one. */
		private @Nullable String sample;

		private @Nullable String message;

		/** In a queue with shards, the pages are in order only for each shard. */
		void add(DeadLetter letter) {
			long at = letter.buriedAt().toEpochMilli();
			if (at > this.buried.getMax()) {
				this.sample = letter.id();
				this.message = letter.cause().message();
			}
			this.buried.accept(at);
		}

		Map<String, Object> describe(Entries kind) {
			return new Entries(kind).with("count", this.buried.getCount())
				.with("message", this.message)
				.with("newest", Instant.ofEpochMilli(this.buried.getMax()))
				.with("oldest", Instant.ofEpochMilli(this.buried.getMin()))
				.with("sample", this.sample);
		}

	}

}
