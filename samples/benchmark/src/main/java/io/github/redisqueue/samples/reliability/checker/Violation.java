package io.github.redisqueue.samples.reliability.checker;

import java.util.List;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Subject;

/**
 * A part of a history that contradicts an invariant, and the events that show it.
 */
public record Violation(String invariant, Subject subject, String message, List<Event> evidence) {

	static Violation of(Subject subject, String message, Event... evidence) {
		return new Violation("", subject, message, List.of(evidence));
	}

	Violation against(String id) {
		return new Violation(id, this.subject, this.message, this.evidence);
	}

	@Override
	public String toString() {
		return this.invariant + " " + this.subject.queue() + " " + this.subject.job() + ": " + this.message;
	}

}
