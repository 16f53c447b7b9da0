package io.github.redisqueue.samples.reliability.history;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * One line of a history, as JSON in which the facts stand beside the other fields:
 * numbers, texts and lists of texts by their names. Immutable.
 */
public record Event(String process, Operation operation, Subject subject, Span span, Outcome outcome,
		Map<String, Object> facts) {

	private static final TypeReference<LinkedHashMap<String, Object>> FIELDS = new TypeReference<>() {
	};

	public Event {
		facts = Map.copyOf(facts);
	}

	/** The name of the queue, empty if the event concerns all queues. */
	public String queue() {
		return this.subject.queue();
	}

	/** The id of the job, empty if the event concerns no single job. */
	public String job() {
		return this.subject.job();
	}

	public long start() {
		return this.span.start();
	}

	public long end() {
		return this.span.end();
	}

	/** Whether it had the effect that was asked for. */
	public boolean isOk() {
		return this.outcome == Outcome.OK;
	}

	public long number(String name, long otherwise) {
		return (this.facts.get(name) instanceof Number number) ? number.longValue() : otherwise;
	}

	/** A fact that is a text, empty if there is no such fact. */
	public String text(String name) {
		return Objects.toString(this.facts.get(name), "");
	}

	String toLine() {
		Map<String, Object> fields = new LinkedHashMap<>();
		fields.put("process", this.process);
		fields.put("operation", this.operation.name().toLowerCase(Locale.ROOT));
		fields.put("queue", queue());
		fields.put("job", job());
		fields.put("start", start());
		fields.put("end", end());
		fields.put("outcome", this.outcome.name().toLowerCase(Locale.ROOT));
		fields.putAll(this.facts);
		fields.values().removeIf(""::equals);
		return JsonMapper.shared().writeValueAsString(fields);
	}

	/** Reads a line, which must be an event. */
	static Event of(String line) {
		Map<String, Object> fields;
		try {
			fields = JsonMapper.shared().readValue(line, FIELDS);
		}
		catch (JacksonException ex) {
			throw new IllegalArgumentException("it is no JSON object: " + ex.getOriginalMessage(), ex);
		}
		fields.values().removeIf(Objects::isNull);
		fields.putIfAbsent("queue", "");
		fields.putIfAbsent("job", "");
		String process = take(fields, "process", String.class);
		Operation operation = take(fields, "operation", Operation.class);
		Subject subject = new Subject(take(fields, "queue", String.class), take(fields, "job", String.class));
		Span span = new Span(take(fields, "start", Number.class).longValue(),
				take(fields, "end", Number.class).longValue());
		return new Event(process, operation, subject, span, take(fields, "outcome", Outcome.class), fields);
	}

	private static <T> T take(Map<String, Object> fields, String name, Class<T> type) {
		Object value = fields.remove(name);
		if (type.isEnum() && value instanceof String text) {
			return Arrays.stream(type.getEnumConstants())
				.filter((constant) -> constant.toString().equals(text.toUpperCase(Locale.ROOT)))
				.findFirst()
				.orElseThrow(() -> new IllegalArgumentException("'" + text + "' is no " + name));
		}
		if (!type.isInstance(value)) {
			throw new IllegalArgumentException(
					"it has no " + ((type == Number.class) ? "number" : "text") + " '" + name + "'");
		}
		return type.cast(value);
	}

	/** What an event is about. Either may be empty. */
	public record Subject(String queue, String job) {

		public static final Subject ALL = new Subject("", "");

		public static Subject queue(String queue) {
			return new Subject(queue, "");
		}

	}

	/** A time in microseconds since 1970, by the clock of the machine. */
	public record Span(long start, long end) {

	}

	/** How an operation ended. */
	public enum Outcome {

		/** It had the effect that was asked for. */
		OK,

		/**
		 * It had no effect: a handler threw an exception, a lease was lost, an id was
		 * present.
		 */
		FAILED,

		/** Nobody knows whether it had an effect, as there was no reply. */
		UNKNOWN

	}

	/** What a fault may do although the queues keep their promises. */
	public enum Effect {

		/** Jobs that were being handled may be handled again. */
		REPEATS,

		/** Redis may forget what it confirmed, from the time {@code losesFrom} on. */
		LOSES,

		/** Records of failures, crashes, tokens and headers may have other values. */
		CORRUPTS,

		/** Jobs end as dead letters for crashes, because their handlers end the JVM. */
		POISONS;

		public String text() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	/**
	 * What an event of a history is about. The README of this module says who writes
	 * what.
	 */
	public enum Operation {

		CELL, ADD, CANCEL, REDRIVE, DECLARE, FIRED, LEASE, BEGIN, END, EXTEND, COMPLETE, RETRY, RELEASE, BURY, DEAD,
		FAULT, STALL, COUNTS, DRAINED, HOLDERS

	}

}
