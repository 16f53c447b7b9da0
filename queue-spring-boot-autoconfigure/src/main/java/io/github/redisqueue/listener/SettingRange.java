package io.github.redisqueue.listener;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Checks settings of listeners.
 */
final class SettingRange {

	private static final Duration LONGEST = Duration.ofDays(365);

	private SettingRange() {
	}

	static boolean isBetween(Duration shortest, Duration duration) {
		return duration.compareTo(shortest) >= 0 && duration.compareTo(LONGEST) <= 0;
	}

	static void require(boolean met, String setting, String range, @Nullable Object value) {
		if (!met) {
			throw new IllegalArgumentException(
					"The " + setting + " of a listener must be " + range + ", but is " + value);
		}
	}

}
