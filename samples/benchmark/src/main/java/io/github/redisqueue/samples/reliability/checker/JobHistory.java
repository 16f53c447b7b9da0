package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import io.github.redisqueue.samples.reliability.history.Event.Subject;

/**
 * What happened to one job, in the order in which it began. A job that was added again
 * after its end, or redriven, has several lives.
 */
record JobHistory(Subject subject, List<Event> events, Map<Operation, List<Event>> byOperation) {

	JobHistory(Subject subject) {
		this(subject, new ArrayList<>(), new EnumMap<>(Operation.class));
	}

	void add(Event event) {
		this.events.add(event);
		this.byOperation.computeIfAbsent(event.operation(), (operation) -> new ArrayList<>()).add(event);
	}

	List<Event> of(Operation operation) {
		return this.byOperation.getOrDefault(operation, List.of());
	}

	List<Event> of(Operation... operations) {
		return History.of(Set.of(operations), this.events);
	}

	/** Additions that have, or may have, put the job into the queue. */
	List<Event> additions() {
		return of(Operation.ADD).stream().filter((event) -> event.outcome() != Outcome.FAILED).toList();
	}

	/** How often the job may have come into the queue, or back from the dead letters. */
	long lives() {
		return additions().size()
				+ of(Operation.REDRIVE).stream().filter((event) -> event.outcome() != Outcome.FAILED).count();
	}

	/** Handlers that threw an exception for which the job is to blame. */
	List<Event> failures() {
		return of(Operation.END).stream().filter((end) -> end.outcome() == Outcome.FAILED).toList();
	}

	List<Event> successes() {
		return of(Operation.END).stream().filter(Event::isOk).toList();
	}

	Violation violation(String message, Event... evidence) {
		return Violation.of(this.subject, message, evidence);
	}

}
