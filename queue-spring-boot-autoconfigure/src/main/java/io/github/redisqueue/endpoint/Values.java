package io.github.redisqueue.endpoint;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import io.github.redisqueue.Job;
import io.github.redisqueue.LogText;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;

/**
 * Reads the values of requests. A value that is not allowed is refused with a message
 * that says what is.
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
		if (text == null) {
			return absent;
		}
		String allowed = "a whole number "
				+ ((max == Long.MAX_VALUE) ? "of at least " + min : "between " + min + " and " + max);
		try {
			long number = Long.parseLong(text.strip());
			if (number >= min && number <= max) {
				return number;
			}
		}
		catch (NumberFormatException ex) {
			throw invalid(name, text, allowed);
		}
		throw invalid(name, text, allowed);
	}

	/** Reads {@code true} or {@code false}, which it is if it is not given. */
	static boolean truth(String name, @Nullable String text) {
		if (text == null) {
			return false;
		}
		return switch (text.strip().toLowerCase(Locale.ROOT)) {
			case "true" -> true;
			case "false" -> false;
			default -> throw invalid(name, text, "true, false");
		};
	}

	/** Reads a constant, in upper or lower case. */
	static <E extends Enum<E>> @Nullable E constant(String name, @Nullable String text, Class<E> type) {
		if (text == null) {
			return null;
		}
		return Arrays.stream(type.getEnumConstants())
			.filter((constant) -> constant.name().equalsIgnoreCase(text.strip()))
			.findFirst()
			.orElseThrow(() -> invalid(name, text,
					Arrays.stream(type.getEnumConstants())
						.map((constant) -> constant.name().toLowerCase(Locale.ROOT))
						.collect(Collectors.joining(", "))));
	}

	/** Reads a delay such as {@code 30s}. */
	static Duration delay(String text) {
		return duration("delay", text, Job.MAX_DELAY,
				"a time between 0s and 365d with a unit, such as 500ms, 30s, 5m, 2h or 1d");
	}

	/** Reads for how long to go on, such as {@code 5m}: 30 seconds if it is not given. */
	static Duration limit(@Nullable String text) {
		return (text == null) ? LIMIT
				: duration("limit", text, MAX_LIMIT, "a time between 0s and 1h with a unit, such as 30s or 5m");
	}

	private static Duration duration(String name, String text, Duration max, String allowed) {
		if (text.strip().matches("[+-]?\\d*[1-9]\\d*")) {
			throw invalid(name, text, allowed);
		}
		Duration duration;
		try {
			duration = DurationStyle.detectAndParse(text.strip());
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			throw invalid(name, text, allowed);
		}
		if (duration.isNegative() || duration.compareTo(max) > 0) {
			throw invalid(name, text, allowed);
		}
		return duration;
	}

	/** Reads a time with its zone. */
	static Instant time(String text) {
		try {
			Instant time = OffsetDateTime.parse(text.strip()).toInstant();
			if (time.isBefore(Instant.EPOCH) || time.isAfter(Instant.now().plus(Job.MAX_DELAY))) {
				throw invalid("readyAt", text, "a time from 1970 on, within the next 365 days");
			}
			return time;
		}
		catch (DateTimeException ex) {
			throw invalid("readyAt", text,
					"a time with its zone, such as 2026-11-24T06:00:00Z or 2026-11-24T06:00:00+01:00");
		}
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
