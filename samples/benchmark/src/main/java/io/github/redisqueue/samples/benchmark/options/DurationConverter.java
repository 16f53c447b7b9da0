package io.github.redisqueue.samples.benchmark.options;

import java.time.Duration;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import org.springframework.boot.convert.DurationStyle;

/**
 * Converts durations that are written as in Spring Boot properties, for example 5ms.
 */
public final class DurationConverter implements ITypeConverter<Duration> {

	@Override
	public Duration convert(String text) {
		try {
			return DurationStyle.detectAndParse(text);
		}
		catch (IllegalArgumentException ex) {
			throw new TypeConversionException(
					"'" + text + "' is not a duration; allowed: a number with a unit, for example 5ms, 30s or 10m");
		}
	}

}
