package io.github.redisqueue.samples.benchmark.options;

import java.time.Duration;
import java.util.List;

import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;

/**
 * Refuses values that cannot be, with the name of the option and what is allowed.
 */
final class OptionChecks {

	OptionChecks number(String option, @Nullable Number value, long min, long max) {
		if (value != null) {
			require(value.longValue() >= min && value.longValue() <= max, option, value, min + " to " + max);
		}
		return this;
	}

	OptionChecks numbers(String option, List<Integer> values, long min, long max) {
		values.forEach((value) -> number(option, value, min, max));
		return this;
	}

	OptionChecks share(String option, double value) {
		require(value >= 0 && value <= 1, option, value, "0 to 1, as 0.05 for one in twenty");
		return this;
	}

	OptionChecks time(String option, @Nullable Duration value, Duration min, Duration max) {
		if (value != null) {
			require(value.compareTo(min) >= 0 && value.compareTo(max) <= 0, option, text(value),
					text(min) + " to " + text(max));
		}
		return this;
	}

	OptionChecks oneOf(String option, String value, List<String> allowed) {
		require(allowed.contains(value), option, value, String.join(" or ", allowed));
		return this;
	}

	OptionChecks address(String option, @Nullable String value) {
		if (value != null) {
			// The address may hold a password, which has no business in a message.
			require(isAddress(value), option, "what was given",
					"redis://host:port or rediss://user:password@host:port");
		}
		return this;
	}

	private static boolean isAddress(String value) {
		try {
			return value.matches("rediss?://.*") && !RedisURI.create(value).getHost().isEmpty();
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	private static void require(boolean met, String option, Object value, String allowed) {
		if (!met) {
			throw new UsageException("Option " + option + " cannot be " + value + "; allowed is " + allowed);
		}
	}

	private static String text(Duration duration) {
		return (duration.toMillis() < 1000) ? duration.toMillis() + "ms" : duration.toSeconds() + "s";
	}

}
