package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.function.Predicate;

/**
 * The ranges of properties that are durations, and their descriptions.
 */
final class Durations {

	static final Duration LONGEST = Duration.ofDays(365);

	static final Predicate<Duration> POSITIVE = (duration) -> duration.compareTo(Duration.ofMillis(1)) >= 0
			&& duration.compareTo(LONGEST) <= 0;

	static final String POSITIVE_TEXT = "between 1 ms and 365 days";

	static final Predicate<Duration> NOT_NEGATIVE = (duration) -> !duration.isNegative()
			&& duration.compareTo(LONGEST) <= 0;

	static final String NOT_NEGATIVE_TEXT = "between zero and 365 days";

	private Durations() {
	}

}
