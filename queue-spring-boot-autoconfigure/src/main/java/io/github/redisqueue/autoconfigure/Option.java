package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.function.Predicate;

import org.springframework.boot.convert.DurationStyle;

/**
 * A value and the property that it came from, or could come from if it is a default.
 *
 * @param <T> the type of the value
 * @param property the full name of the property
 * @param value the value
 */
record Option<T>(String property, T value) {

	/**
	 * The value, provided that it keeps a rule.
	 * @param rule the rule
	 * @param text the rule in words, to follow "must be"
	 * @return the value
	 * @throws InvalidQueuePropertyException if it breaks the rule
	 */
	T mustBe(Predicate<T> rule, String text) {
		if (!rule.test(this.value)) {
			throw new InvalidQueuePropertyException(this.property,
					this.property + " must be " + text + ", it is " + print(this.value), null);
		}
		return this.value;
	}

	static String print(Object value) {
		if (value instanceof Duration duration) {
			return DurationStyle.SIMPLE.print(duration);
		}
		return (value instanceof String) ? "'" + value + "'" : value.toString();
	}

}
