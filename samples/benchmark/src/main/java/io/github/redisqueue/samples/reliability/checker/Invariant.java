package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Operation;

/**
 * Something that holds in each history of sound queues: its number, as in I4, and what
 * looks for contradictions.
 */
record Invariant(String id, String title, Function<History, Stream<Violation>> search) {

	/** An invariant of each job. */
	static Invariant ofJobs(String id, String title, BiFunction<JobHistory, History, Stream<Violation>> search) {
		return new Invariant(id, title,
				(history) -> history.jobs().stream().flatMap((job) -> search.apply(job, history)));
	}

	/** An invariant of each event of an operation. */
	static Invariant ofEvents(String id, String title, Operation operation, Function<Event, Stream<String>> search) {
		return new Invariant(id, title, (history) -> history.of(operation)
			.stream()
			.flatMap((event) -> search.apply(event).map((message) -> Violation.of(event.subject(), message, event))));
	}

	List<Violation> check(History history) {
		return this.search.apply(history).map((found) -> found.against(this.id)).toList();
	}

}
