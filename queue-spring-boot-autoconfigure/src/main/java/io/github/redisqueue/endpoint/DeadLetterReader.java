package io.github.redisqueue.endpoint;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.DeadLetters;
import io.github.redisqueue.LogText;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import org.jspecify.annotations.Nullable;

/**
 * Describes dead letters. Thread-safe.
 */
final class DeadLetterReader {

	private static final int PAGE = 50;

	/** How many dead letters one request looks at, at most. */
	private static final int MAX_LOOK = 5000;

	/** Instead of the class name, for those that no exception has buried. */
	private static final String NONE = "none";

	private final WorkQueues queues;

	private final QueueCalls calls;

	private final Duration limit;

	/**
	 * Searches read thousands of dead letters, so they are few at a time, and equal ones
	 * one.
	 */
	private final QueueCalls searches = new QueueCalls(2, QueueCalls.DEADLINE);

	/**
	 * Creates an instance.
	 * @param queues the queues
	 * @param calls calls them
	 * @param limit for how long a request goes on to look for dead letters
	 */
	DeadLetterReader(WorkQueues queues, QueueCalls calls, Duration limit) {
		this.queues = queues;
		this.calls = calls;
		this.limit = limit;
	}

	/**
	 * A page of dead letters, the newest first.
	 * @param queue the name of the queue
	 * @param offset how many of the newest to skip, 0 if it is null
	 * @param count how many to show at most, 50 if it is null
	 * @param filter which of them
	 * @throws RefusedRequestException if there is no such queue, or a value is not
	 * allowed
	 */
	Map<String, Object> page(String queue, @Nullable String offset, @Nullable String count, Filter filter) {
		WorkQueue found = QueueReader.find(this.queues, queue);
		long skipped = Values.number("offset", offset, 0, 0, Long.MAX_VALUE);
		int most = (int) Values.number("count", count, PAGE, 1, SearchLimit.PAGE);
		Predicate<DeadLetter> wanted = filter.predicate();
		if (filter.wantsAll()) {
			return read(queue, () -> page(found.deadLetters(), skipped, most, most, wanted));
		}
		return this.searches.read(problem(queue), this.searches.share(List.of(queue, skipped, most, filter),
				() -> page(found.deadLetters(), skipped, most, SearchLimit.PAGE, wanted)));
	}

	private Map<String, Object> page(DeadLetters letters, long offset, int count, int size,
			Predicate<DeadLetter> wanted) {
		long total = letters.count();
		List<Map<String, Object>> found = new ArrayList<>();
		SearchLimit search = new SearchLimit(MAX_LOOK, this.limit);
		letters.read(offset, size, (letter) -> {
			if (wanted.test(letter)) {
				found.add(summary(letter).map());
			}
			return search.goesOn() && found.size() < count;
		});
		long next = offset + search.looked();
		boolean more = (found.size() == count || search.isReached()) && next < total;
		return new Entries().with("total", total)
			.with("deadLetters", found)
			.with("nextOffset", more ? next : null)
			.map();
	}

	/**
	 * Searches for dead letters, for some time only.
	 * @param letters the dead letters
	 * @param filter which of them, wherever they stand
	 * @return what was found
	 */
	Search search(DeadLetters letters, Filter filter) {
		Predicate<DeadLetter> wanted = filter.predicate();
		if (filter.wantsAll()) {
			return new Search(letters.ids(), true);
		}
		return this.searches.call(() -> search(letters, wanted));
	}

	private Search search(DeadLetters letters, Predicate<DeadLetter> wanted) {
		SearchLimit search = new SearchLimit(Long.MAX_VALUE, this.limit);
		// What is buried meanwhile moves the others to a further page.
		Set<String> found = new LinkedHashSet<>();
		letters.read(0, SearchLimit.PAGE, (letter) -> {
			if (wanted.test(letter)) {
				found.add(letter.id());
			}
			return search.goesOn();
		});
		List<String> oldestFirst = new ArrayList<>(found);
		Collections.reverse(oldestFirst);
		return new Search(oldestFirst, !search.isReached());
	}

	/**
	 * A dead letter, with its stack trace, its history, payload and headers.
	 * @param queue the name of the queue
	 * @param id the id of the job
	 * @param showValues whether the payload and the values of headers are shown
	 * @throws RefusedRequestException if there is no such queue or dead letter
	 */
	Map<String, Object> one(String queue, String id, boolean showValues) {
		WorkQueue found = QueueReader.find(this.queues, queue);
		DeadLetter letter = read(queue, () -> found.deadLetters().get(id)).orElseThrow(() -> unknown(queue, id));
		Entries entries = summary(letter).with("stackTrace", letter.cause().stackTrace());
		return Payloads.add(Events.add(entries, letter.events()), letter.job(), showValues).map();
	}

	/**
	 * The newest dead letters, grouped by their exceptions.
	 * @param queue the name of the queue
	 * @throws RefusedRequestException if there is no such queue
	 */
	Map<String, Object> groups(String queue) {
		WorkQueue found = QueueReader.find(this.queues, queue);
		return this.searches.read(problem(queue),
				this.searches.share(List.of(queue), () -> new DeadLetterGroups(this.limit).of(found.deadLetters())));
	}

	static RefusedRequestException unknown(String queue, String id) {
		return RefusedRequestException
			.unknown("Queue '" + queue + "' has no dead letter '" + LogText.shortened(id) + "'");
	}

	private <T> T read(String queue, Supplier<T> call) {
		return this.calls.read(problem(queue), this.calls.begin(call));
	}

	static String problem(String queue) {
		return "The dead letters of queue '" + queue + "' cannot be read";
	}

	private static Entries summary(DeadLetter letter) {
		Cause cause = letter.cause();
		DeadLetter.History history = letter.history();
		return new Entries().with("id", letter.id())
			.with("reason", cause.reason().name())
			.with("exception", cause.exception())
			.with("message", cause.message())
			.with("worker", letter.worker())
			.withText("buriedAt", letter.buriedAt())
			.with("failures", history.failures())
			.with("crashes", history.crashes())
			.withText("firstFailure", history.firstFailure())
			.withText("lastFailure", history.lastFailure())
			.with("group", letter.job().group())
			.with("bytes", letter.job().size());
	}

	/**
	 * Which dead letters to show, as the request says it. Null means that it does not.
	 *
	 * @param reason the reason of the burial
	 * @param exception the class name of the exception, or {@code none} for those without
	 * one
	 * @param text a text in the class name or the message of the exception
	 */
	record Filter(@Nullable String reason, @Nullable String exception, @Nullable String text) {

		boolean wantsAll() {
			return this.reason == null && this.exception == null && this.text == null;
		}

		/**
		 * Tells which dead letters are wanted.
		 * @throws RefusedRequestException if there is no such reason
		 */
		Predicate<DeadLetter> predicate() {
			Cause.Reason wanted = Values.constant("reason", this.reason, Cause.Reason.class);
			return (letter) -> (wanted == null || letter.cause().reason() == wanted) && isThrownIn(letter.cause())
					&& isMentionedIn(letter.cause());
		}

		private boolean isThrownIn(Cause cause) {
			return this.exception == null
					|| this.exception.equals((cause.exception() != null) ? cause.exception() : NONE);
		}

		private boolean isMentionedIn(Cause cause) {
			return this.text == null || Stream.of(cause.exception(), cause.message())
				.anyMatch((part) -> part != null
						&& part.toLowerCase(Locale.ROOT).contains(this.text.toLowerCase(Locale.ROOT)));
		}

	}

	/**
	 * What a search has found.
	 *
	 * @param ids the ids of the dead letters, the oldest first
	 * @param isComplete whether the search has seen all dead letters
	 */
	record Search(List<String> ids, boolean isComplete) {

	}

}
