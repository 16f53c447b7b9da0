package io.github.redisqueue.samples.reliability.history;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One line of a history. Immutable.
 *
 * @param process the process that did or saw it
 * @param operation the operation
 * @param subject the queue and the job
 * @param span when it began and ended
 * @param outcome how it ended
 * @param facts what else is known, by name: numbers, texts and lists of texts
 */
public record Event(String process, Operation operation, Subject subject, Span span, Outcome outcome,
		Map<String, Object> facts) {

	/** Copies the facts. */
	public Event {
		facts = Map.copyOf(facts);
	}

	/**
	 * The queue.
	 * @return its name, empty if the event concerns all queues
	 */
	public String queue() {
		return this.subject.queue();
	}

	/**
	 * The job.
	 * @return its id, empty if the event concerns no single job
	 */
	public String job() {
		return this.subject.job();
	}

	/** When it began. */
	public long start() {
		return this.span.start();
	}

	/** When it ended. */
	public long end() {
		return this.span.end();
	}

	/** Whether it had the effect that was asked for. */
	public boolean isOk() {
		return this.outcome == Outcome.OK;
	}

	/**
	 * A number.
	 * @param otherwise the result if there is no such fact
	 */
	public long number(String name, long otherwise) {
		return (this.facts.get(name) instanceof Number number) ? number.longValue() : otherwise;
	}

	/**
	 * A text.
	 * @return the text, empty if there is no such fact
	 */
	public String text(String name) {
		Object value = this.facts.get(name);
		return (value != null) ? value.toString() : "";
	}

	/**
	 * The same event with one more fact.
	 * @param value a number, a text or a list of texts
	 */
	public Event with(String name, Object value) {
		Map<String, Object> more = new LinkedHashMap<>(this.facts);
		more.put(name, value);
		return new Event(this.process, this.operation, this.subject, this.span, this.outcome, more);
	}

	public Event with(Outcome outcome) {
		return new Event(this.process, this.operation, this.subject, this.span, outcome, this.facts);
	}

	/**
	 * What an event is about.
	 *
	 * @param queue the name of the queue, or empty
	 * @param job the id of the job, or empty
	 */
	public record Subject(String queue, String job) {

		/** Everything. */
		public static final Subject ALL = new Subject("", "");

		/** A queue. */
		public static Subject queue(String queue) {
			return new Subject(queue, "");
		}

	}

	/**
	 * A time in microseconds since 1970, by the clock of the machine.
	 *
	 * @param start the beginning
	 * @param end the end
	 */
	public record Span(long start, long end) {

	}

}
