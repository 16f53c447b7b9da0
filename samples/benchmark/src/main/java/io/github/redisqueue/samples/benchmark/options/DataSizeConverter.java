package io.github.redisqueue.samples.benchmark.options;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import org.springframework.util.unit.DataSize;

/**
 * Converts sizes that are written as in Spring Boot properties, for example 4KB.
 */
final class DataSizeConverter implements ITypeConverter<DataSize> {

	@Override
	public DataSize convert(String text) {
		try {
			return DataSize.parse(text);
		}
		catch (IllegalArgumentException ex) {
			throw new TypeConversionException("'" + text
					+ "' is not a size; allowed: a number of bytes or one with a unit, for example 200, 200B or 4KB");
		}
	}

}
