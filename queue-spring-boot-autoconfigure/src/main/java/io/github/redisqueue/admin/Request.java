package io.github.redisqueue.admin;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

import io.github.redisqueue.Job;
import io.github.redisqueue.LogText;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.convert.ConversionException;

/**
 * What somebody asks about a queue. Values are taken as text, so that one that is not
 * allowed is refused with a message that says what is: of numbers and constants, Spring
 * Boot would refuse others with a response that does not say why.
 *
 * @param queue the name of the queue
 * @param subject what it is about, {@code jobs} or {@code dead-letters}, or what to do
 * with the whole queue
 * @param values returns the value with a name, or null if it is not given
 */
public record Request(String queue, String subject, Function<String, @Nullable String> values) {

	/** How many jobs or dead letters are read at a time, at most. */
	static final int MAX_COUNT = 500;

	/** Somebody waits for the response. */
	private static final Duration LIMIT = Duration.ofSeconds(30);

	private static final Duration MAX_LIMIT = Duration.ofHours(1);

	/**
	 * Creates a request of the name and the value of each parameter in turn. A value that
	 * is not given is null.
	 */
	public static Request of(String queue, String subject, @Nullable String... namesAndValues) {
		Map<String, @Nullable String> values = new HashMap<>();
		for (int i = 0; i < namesAndValues.length; i += 2) {
			values.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
		}
		return new Request(queue, subject, values::get);
	}

	/** The value with a name, or null if it is not given. */
	@Nullable String text(String name) {
		return this.values.apply(name);
	}

	/** The id of a job, which has to be given. */
	String id() {
		String id = text("id");
		if (id == null) {
			throw new RefusedException(400, "The parameter 'id' is missing");
		}
		return id;
	}

	/** A number from {@code min} to {@code max}, or {@code absent} if it is not given. */
	long number(String name, long absent, long min, long max) {
		Long number = read(name, Long.class, (given) -> given >= min && given <= max, "a whole number "
				+ ((max == Long.MAX_VALUE) ? "of at least " + min : "between " + min + " and " + max));
		return (number != null) ? number : absent;
	}

	/** How many to show at most. */
	int count() {
		return (int) number("count", 50, 1, MAX_COUNT);
	}

	/** Whether a value is true: no if it is not given. */
	boolean truth(String name) {
		return Boolean.TRUE.equals(read(name, Boolean.class, (given) -> true, "true, false"));
	}

	/** A constant, in upper or lower case. */
	<E extends Enum<E>> @Nullable E constant(String name, Class<E> type) {
		return read(name, type, (given) -> true,
				EnumSet.allOf(type).toString().toLowerCase(Locale.ROOT).replaceAll("[\\[\\]]", ""));
	}

	<E extends Enum<E>> E constant(String name, E absent) {
		E constant = constant(name, absent.getDeclaringClass());
		return (constant != null) ? constant : absent;
	}

	/** A delay such as {@code 30s}. */
	@Nullable Duration delay() {
		return duration("delay", Job.MAX_DELAY,
				"a time between 0s and 365d with a unit, such as 500ms, 30s, 5m, 2h or 1d");
	}

	/** For how long to go on, such as {@code 5m}: 30 seconds if it is not given. */
	Duration limit() {
		Duration limit = duration("limit", MAX_LIMIT, "a time between 0s and 1h with a unit, such as 30s or 5m");
		return (limit != null) ? limit : LIMIT;
	}

	/** Spring Boot would take a number without a unit for milliseconds. */
	private @Nullable Duration duration(String name, Duration max, String allowed) {
		String text = text(name);
		if (text != null && text.strip().matches("[+-]?\\d*[1-9]\\d*")) {
			throw invalid(name, text, allowed);
		}
		return read(name, Duration.class, (given) -> !given.isNegative() && given.compareTo(max) <= 0, allowed);
	}

	/** When a job becomes ready, a time with its zone. */
	@Nullable Instant readyAt() {
		OffsetDateTime time = read("readyAt", OffsetDateTime.class,
				(given) -> !given.toInstant().isBefore(Instant.EPOCH)
						&& !given.toInstant().isAfter(Instant.now().plus(Job.MAX_DELAY)),
				"a time with its zone, from 1970 on, within the next 365 days, such as 2026-11-24T06:00:00Z or "
						+ "2026-11-24T06:00:00+01:00");
		return (time != null) ? time.toInstant() : null;
	}

	/** A payload as text or as Base64, or null if none is given. */
	byte @Nullable [] payload() {
		String text = text("payload");
		String base64 = text("payloadBase64");
		RefusedException.require(text == null || base64 == null, 400,
				"Either 'payload' or 'payloadBase64' may be given, not both");
		if (text != null) {
			return text.getBytes(StandardCharsets.UTF_8);
		}
		try {
			return (base64 != null) ? Base64.getDecoder().decode(base64.strip()) : null;
		}
		catch (IllegalArgumentException ex) {
			throw new RefusedException(400, "The value of 'payloadBase64' is no Base64");
		}
	}

	/** Reads a value as Spring Boot reads that of a property. */
	private <T> @Nullable T read(String name, Class<T> type, Predicate<T> isAllowed, String allowed) {
		String text = text(name);
		if (text == null) {
			return null;
		}
		T value = null;
		try {
			value = ApplicationConversionService.getSharedInstance().convert(text.strip(), type);
		}
		catch (ConversionException ex) {
			// It is no value of this type.
		}
		if (value == null || !isAllowed.test(value)) {
			throw invalid(name, text, allowed);
		}
		return value;
	}

	private static RefusedException invalid(String name, String text, String allowed) {
		return new RefusedException(400,
				"'" + LogText.shortened(text) + "' is not allowed for '" + name + "'. Allowed: " + allowed);
	}

}
