package io.github.redisqueue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * How a queue treats jobs that have a {@linkplain Job#withGroup(String) group}. Of each
 * group, only some jobs are open at a time: ready, leased, or delayed by a retry or a
 * postponement. The others wait in the line of their group; the end of an open job opens
 * the next. All instances of a queue obey the same values, those of the instance that
 * leased for the first time last. Immutable.
 *
 * @param maxConcurrent how many jobs of each group are open at most, 1 to 10 000
 * @param rate how many jobs of each group become ready per time, evenly spaced, or null
 * if that is not limited; its burst is 1
 */
public record Groups(int maxConcurrent, @Nullable RateLimit rate) {

	private static final int MOST_OPEN = 10_000;

	private static final int MAX_BYTES = 200;

	/**
	 * Groups.
	 * @throws IllegalArgumentException if a value is not allowed
	 */
	public Groups {
		AllowedRange.check("The number of open jobs of a group", 1, maxConcurrent, MOST_OPEN);
		Assert.isTrue(rate == null || rate.burst() == 1,
				"The rate of a group must have the burst 1, but is " + rate + ": its jobs are evenly spaced");
	}

	/**
	 * {@return groups without a limit of rate}
	 * @param maxConcurrent how many jobs of each group are open at most, 1 to 10 000
	 */
	public static Groups of(int maxConcurrent) {
		return new Groups(maxConcurrent, null);
	}

	/**
	 * {@return the time between two jobs of a group that become ready, zero if it is not
	 * limited}
	 */
	public Duration spacing() {
		return (this.rate == null) ? Duration.ZERO : this.rate.period().dividedBy(this.rate.jobs());
	}

	/** The name of a group, if it is allowed. */
	static String check(String group) {
		int bytes = group.getBytes(StandardCharsets.UTF_8).length;
		if (bytes < 1 || bytes > MAX_BYTES) {
			throw new IllegalArgumentException(
					"The name of a group must have 1 to " + MAX_BYTES + " bytes in UTF-8, but has " + bytes);
		}
		if (group.chars().anyMatch(Character::isISOControl) || !StandardCharsets.UTF_8.newEncoder().canEncode(group)) {
			throw new IllegalArgumentException(
					"The name of a group must be valid Unicode text without control characters, but is '"
							+ LogText.of(group) + "'");
		}
		return group;
	}

}
