package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.function.Predicate;

import io.github.redisqueue.LogText;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;

/**
 * A value and the name of its property.
 *
 * @param <T> the type of the value
 * @param property the full name of the property
 * @param value the configured or default value
 */
record Option<T>(String property, T value) {

	/**
	 * The value of an attribute, if it is set, instead of that of a property.
	 * @param attribute the name of the attribute of a listener
	 * @param override the value of the attribute, or null
	 * @return the option that applies
	 */
	Option<T> overriddenBy(String attribute, @Nullable T override) {
		return (override != null) ? new Option<>("the attribute " + attribute, override) : this;
	}

	/**
	 * Validates the value.
	 * @param rule accepts valid values
	 * @param text describes valid values, after the words "must be"
	 * @return the value
	 * @throws InvalidQueuePropertyException if the value is invalid
	 */
	T mustBe(Predicate<T> rule, String text) {
		if (!rule.test(this.value)) {
			throw new InvalidQueuePropertyException(this.property,
					this.property + " must be " + text + ", but is " + print(this.value), null);
		}
		return this.value;
	}

	static String print(Object value) {
		if (value instanceof Duration duration && isWholeMillis(duration)) {
			return DurationStyle.SIMPLE.print(duration);
		}
		return (value instanceof String text) ? "'" + LogText.of(text) + "'" : value.toString();
	}

	/**
	 * Whether a duration can be printed in milliseconds: not if they would overflow.
	 */
	private static boolean isWholeMillis(Duration duration) {
		return duration.getNano() % 1_000_000 == 0 && duration.compareTo(Duration.ofMillis(Integer.MIN_VALUE)) >= 0
				&& duration.compareTo(Durations.LONGEST.multipliedBy(10)) <= 0;
	}

}
