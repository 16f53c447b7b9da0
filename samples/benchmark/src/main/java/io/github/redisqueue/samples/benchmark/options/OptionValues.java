package io.github.redisqueue.samples.benchmark.options;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The values of the options of a command as text, for the reports.
 */
public final class OptionValues {

	private OptionValues() {
	}

	/**
	 * Returns the values of all options that have one, except for the address of Redis,
	 * which may contain a password.
	 * @param command the command, whose command line has been parsed
	 * @return the values by the names of the options
	 */
	public static Map<String, String> of(CommandSpec command) {
		Map<String, String> values = new TreeMap<>();
		for (OptionSpec option : command.options()) {
			Object value = option.getValue();
			if (value != null && !option.usageHelp() && !option.longestName().equals("--redis")) {
				values.put(option.longestName(), text(value));
			}
		}
		return values;
	}

	private static String text(Object value) {
		if (value instanceof Collection<?> several) {
			return several.stream().map(OptionValues::text).collect(Collectors.joining(","));
		}
		return (value instanceof Enum<?>) ? value.toString().toLowerCase(Locale.ROOT) : value.toString();
	}

}
