package io.github.redisqueue.samples.reliability.history;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import io.github.redisqueue.samples.reliability.history.Event.Span;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Events as lines of JSON. Facts stand beside the other fields.
 */
final class JsonLines {

	private static final JsonMapper MAPPER = JsonMapper.shared();

	private static final TypeReference<LinkedHashMap<String, Object>> FIELDS = new TypeReference<>() {
	};

	private JsonLines() {
	}

	static String format(Event event) {
		Map<String, Object> fields = new LinkedHashMap<>();
		fields.put("process", event.process());
		fields.put("operation", lower(event.operation()));
		putText(fields, "queue", event.queue());
		putText(fields, "job", event.job());
		fields.put("start", event.start());
		fields.put("end", event.end());
		fields.put("outcome", lower(event.outcome()));
		fields.putAll(event.facts());
		return MAPPER.writeValueAsString(fields);
	}

	private static void putText(Map<String, Object> fields, String name, String text) {
		if (!text.isEmpty()) {
			fields.put(name, text);
		}
	}

	private static String lower(Enum<?> value) {
		return value.name().toLowerCase(Locale.ROOT);
	}

	/**
	 * Reads a line.
	 * @throws IllegalArgumentException if the line is no event
	 */
	static Event parse(String line) {
		Map<String, Object> fields = fields(line);
		String process = text(fields, "process");
		Operation operation = constant(Operation.class, text(fields, "operation"));
		Subject subject = new Subject(optional(fields, "queue"), optional(fields, "job"));
		Span span = new Span(number(fields, "start"), number(fields, "end"));
		return new Event(process, operation, subject, span, constant(Outcome.class, text(fields, "outcome")), fields);
	}

	private static Map<String, Object> fields(String line) {
		try {
			Map<String, Object> fields = MAPPER.readValue(line, FIELDS);
			fields.values().removeIf(Objects::isNull);
			return fields;
		}
		catch (JacksonException ex) {
			throw new IllegalArgumentException("it is no JSON object: " + ex.getOriginalMessage(), ex);
		}
	}

	private static <T extends Enum<T>> T constant(Class<T> type, String name) {
		try {
			return Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("'" + name + "' is no " + lower(type), ex);
		}
	}

	private static String lower(Class<?> type) {
		return type.getSimpleName().toLowerCase(Locale.ROOT);
	}

	private static String text(Map<String, Object> fields, String name) {
		if (fields.remove(name) instanceof String text) {
			return text;
		}
		throw new IllegalArgumentException("it has no text '" + name + "'");
	}

	private static String optional(Map<String, Object> fields, String name) {
		return fields.containsKey(name) ? text(fields, name) : "";
	}

	private static long number(Map<String, Object> fields, String name) {
		if (fields.remove(name) instanceof Number number) {
			return number.longValue();
		}
		throw new IllegalArgumentException("it has no number '" + name + "'");
	}

}
