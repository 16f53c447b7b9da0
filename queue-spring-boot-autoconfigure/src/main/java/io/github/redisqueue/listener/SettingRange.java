package io.github.redisqueue.listener;

import java.time.Duration;

import io.github.redisqueue.Job;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Checks settings of listeners.
 */
final class SettingRange {

	private SettingRange() {
	}

	static boolean isBetween(Duration shortest, Duration duration) {
		return duration.compareTo(shortest) >= 0 && duration.compareTo(Job.MAX_DELAY) <= 0;
	}

	/** Requires a duration of zero to 365 days. */
	static void requireDuration(String setting, Duration duration) {
		require(isBetween(Duration.ZERO, duration), setting, "between zero and 365 days", duration);
	}

	/** Requires a duration of 1 ms to 365 days. */
	static void requirePositive(String setting, Duration duration) {
		require(isBetween(Duration.ofMillis(1), duration), setting, "between 1 ms and 365 days", duration);
	}

	static void require(boolean met, String setting, String range, @Nullable Object value) {
		Assert.isTrue(met, () -> "The " + setting + " of a listener must be " + range + ", but is " + value);
	}

}
