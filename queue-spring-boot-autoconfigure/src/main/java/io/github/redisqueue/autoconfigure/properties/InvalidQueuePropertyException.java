package io.github.redisqueue.autoconfigure.properties;

import java.time.Duration;

import io.github.redisqueue.LogText;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * A property has an invalid value.
 */
public final class InvalidQueuePropertyException extends FailureAnalyzedException {

	private static final long serialVersionUID = 1L;

	public InvalidQueuePropertyException(String property, String description, @Nullable Throwable cause) {
		super(description + ".", "Change the value of " + property
				+ " in the application's configuration, or remove it to use the default.", cause);
	}

	static void require(boolean met, String property, String allowed, Object value) {
		if (!met) {
			throw of(property, allowed, value);
		}
	}

	/** What is allowed follows the words "must be". */
	public static InvalidQueuePropertyException of(String property, String allowed, Object value) {
		return new InvalidQueuePropertyException(property,
				property + " must be " + allowed + ", but is " + print(value), null);
	}

	static String print(Object value) {
		if (value instanceof Duration duration && isWholeMillis(duration)) {
			return DurationStyle.SIMPLE.print(duration);
		}
		return (value instanceof String text) ? "'" + LogText.of(text) + "'" : value.toString();
	}

	/** Whether a duration can be printed in milliseconds: not if they would overflow. */
	private static boolean isWholeMillis(Duration duration) {
		return duration.getNano() % 1_000_000 == 0 && duration.compareTo(Duration.ofMillis(Integer.MIN_VALUE)) >= 0
				&& duration.compareTo(PropertyRules.Rule.LONGEST.multipliedBy(10)) <= 0;
	}

}
