package io.github.redisqueue.autoconfigure.properties;

import java.time.Duration;
import java.util.function.Predicate;

/**
 * Which values a property or attribute may have.
 *
 * @param allowed describes the values that are allowed
 * @param test accepts them, of the type of the property
 */
record Rule(String allowed, Predicate<Object> test) {

	static final Duration LONGEST = Duration.ofDays(365);

	static final Rule POSITIVE = duration("1 ms", Duration.ofMillis(1));

	static final Rule NOT_NEGATIVE = duration("zero", Duration.ZERO);

	/** A rule that the type of the property enforces. */
	static Rule of(String allowed) {
		return new Rule(allowed, (value) -> true);
	}

	static <T> Rule of(String allowed, Class<T> type, Predicate<T> test) {
		return new Rule(allowed, (value) -> test.test(type.cast(value)));
	}

	static Rule atLeast(int least) {
		return of("a whole number of at least " + least, Number.class, (value) -> value.longValue() >= least);
	}

	static Rule between(int least, int most) {
		return of("a whole number between " + least + " and " + most, Number.class,
				(value) -> value.longValue() >= least && value.longValue() <= most);
	}

	static Rule duration(String printed, Duration least) {
		return of("a duration between " + printed + " and 365 days, such as 30s", Duration.class,
				(value) -> value.compareTo(least) >= 0 && value.compareTo(LONGEST) <= 0);
	}

}
