package io.github.redisqueue.autoconfigure.properties;

import java.time.Duration;
import java.util.function.Supplier;

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

	/**
	 * Makes something of the value of a property.
	 * @param property the name of the property, or of the map with the value
	 * @param conversion throws an {@link IllegalArgumentException} that says what is
	 * wrong if the value is not allowed
	 */
	static <T> T convert(String property, Supplier<T> conversion) {
		try {
			return conversion.get();
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidQueuePropertyException(property, String.valueOf(ex.getMessage()), ex);
		}
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
