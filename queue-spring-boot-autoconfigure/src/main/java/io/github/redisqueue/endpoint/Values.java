package io.github.redisqueue.endpoint;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.EnumSet;
import java.util.Locale;
import java.util.function.Predicate;

import io.github.redisqueue.Job;
import io.github.redisqueue.LogText;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.convert.ConversionException;

/**
 * Reads the values of requests. A value that is not allowed is refused with a message
 * that says what is. If the operations took numbers and constants in place of texts,
 * Spring Boot would refuse others with a response that does not say why.
 */
final class Values {

	/** Somebody waits for the response. */
	private static final Duration LIMIT = Duration.ofSeconds(30);

	private static final Duration MAX_LIMIT = Duration.ofHours(1);

	private Values() {
	}

	/**
	 * Reads a number.
	 * @param name the name of the parameter
	 * @param text its value, or null if it is not given
	 * @param absent the number if it is not given
	 * @param min the smallest number that is allowed
	 * @param max the largest number that is allowed
	 */
	static long number(String name, @Nullable String text, long absent, long min, long max) {
		Long number = read(name, text, Long.class, (given) -> given >= min && given <= max, "a whole number "
				+ ((max == Long.MAX_VALUE) ? "of at least " + min : "between " + min + " and " + max));
		return (number != null) ? number : absent;
	}

	/** Reads {@code true} or {@code false}, which it is if it is not given. */
	static boolean truth(String name, @Nullable String text) {
		return Boolean.TRUE.equals(read(name, text, Boolean.class, (given) -> true, "true, false"));
	}

	/** Reads a constant, in upper or lower case. */
	static <E extends Enum<E>> @Nullable E constant(String name, @Nullable String text, Class<E> type) {
		return read(name, text, type, (given) -> true,
				EnumSet.allOf(type).toString().toLowerCase(Locale.ROOT).replaceAll("[\\[\\]]", ""));
	}

	/** Reads a delay such as {@code 30s}. */
	static @Nullable Duration delay(@Nullable String text) {
		return duration("delay", text, Job.MAX_DELAY,
				"a time between 0s and 365d with a unit, such as 500ms, 30s, 5m, 2h or 1d");
	}

	/** Reads for how long to go on, such as {@code 5m}: 30 seconds if it is not given. */
	static Duration limit(@Nullable String text) {
		Duration limit = duration("limit", text, MAX_LIMIT, "a time between 0s and 1h with a unit, such as 30s or 5m");
		return (limit != null) ? limit : LIMIT;
	}

	/** Spring Boot would take a number without a unit for milliseconds. */
	private static @Nullable Duration duration(String name, @Nullable String text, Duration max, String allowed) {
		if (text != null && text.strip().matches("[+-]?\\d*[1-9]\\d*")) {
			throw invalid(name, text, allowed);
		}
		return read(name, text, Duration.class, (given) -> !given.isNegative() && given.compareTo(max) <= 0, allowed);
	}

	/** Reads a time with its zone. */
	static @Nullable Instant time(@Nullable String text) {
		OffsetDateTime time = read("readyAt", text, OffsetDateTime.class,
				(given) -> !given.toInstant().isBefore(Instant.EPOCH)
						&& !given.toInstant().isAfter(Instant.now().plus(Job.MAX_DELAY)),
				"a time with its zone, from 1970 on, within the next 365 days, such as 2026-11-24T06:00:00Z or "
						+ "2026-11-24T06:00:00+01:00");
		return (time != null) ? time.toInstant() : null;
	}

	/** Reads a value as Spring Boot reads that of a property. */
	private static <T> @Nullable T read(String name, @Nullable String text, Class<T> type, Predicate<T> isAllowed,
			String allowed) {
		if (text == null) {
			return null;
		}
		try {
			T value = ApplicationConversionService.getSharedInstance().convert(text.strip(), type);
			if (value != null && isAllowed.test(value)) {
				return value;
			}
		}
		catch (ConversionException ex) {
			throw invalid(name, text, allowed);
		}
		throw invalid(name, text, allowed);
	}

	/** Requires the parameter {@code id}. */
	static String id(@Nullable String id) {
		if (id == null) {
			throw RefusedRequestException.invalid("The parameter 'id' is missing");
		}
		return id;
	}

	private static RefusedRequestException invalid(String name, String text, String allowed) {
		return RefusedRequestException
			.invalid("'" + LogText.shortened(text) + "' is not allowed for '" + name + "'. Allowed: " + allowed);
	}

}
