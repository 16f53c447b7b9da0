package io.github.redisqueue.samples.benchmark.options;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts rows that are written as instances, concurrency and milliseconds, for example
 * 4x10x5.
 */
public final class HandlerRowConverter implements ITypeConverter<HandlerRow> {

	/** 1 to 99 instances, 1 to 9999 jobs at a time, 1 to 9999 ms. */
	private static final Pattern ROW = Pattern.compile("([1-9]\\d?)x([1-9]\\d{0,3})x([1-9]\\d{0,3})(v?)");

	@Override
	public HandlerRow convert(String text) {
		Matcher row = ROW.matcher(text);
		if (!row.matches()) {
			throw new TypeConversionException("'" + text
					+ "' is not a row; allowed: instances (1 to 99), jobs at a time (1 to 9999) and ms (1 to 9999), for "
					+ "example 4x10x5, and a v behind them for virtual threads");
		}
		return new HandlerRow(Integer.parseInt(row.group(1)), Integer.parseInt(row.group(2)),
				Duration.ofMillis(Long.parseLong(row.group(3))), !row.group(4).isEmpty());
	}

}
