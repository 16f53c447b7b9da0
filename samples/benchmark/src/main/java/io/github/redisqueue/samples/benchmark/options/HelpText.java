package io.github.redisqueue.samples.benchmark.options;

import java.util.Locale;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The text for {@code --help}: shorter than what the library would print, so that it fits
 * on one screen.
 */
final class HelpText {

	private static final String LINE = "  %-26s %s%n";

	/** More would not fit on a line; the error message has them all. */
	private static final int MAX_NAMES = 3;

	private HelpText() {
	}

	static String of(CommandSpec spec) {
		StringBuilder text = new StringBuilder();
		text.append(
				String.format("Measures work queues on a Redis that nothing else uses meanwhile. It prints a table,%n"
						+ "and writes JSON and a page with charts. Only keys below 'benchmark:' are touched.%n%n"
						+ "Usage: java -jar benchmark.jar COMMAND [OPTION...]%n%nCommands:%n"));
		for (Command command : Command.values()) {
			text.append(String.format(LINE, command.text(), command.description()));
		}
		text.append(String.format("%nOptions (in brackets the commands that alone have them):%n"));
		for (OptionSpec option : spec.options()) {
			text.append(String.format(LINE, option.longestName() + "=" + option.paramLabel(), describe(option)));
		}
		return text.append(String.format(LINE, "--help", "this text")).toString();
	}

	private static String describe(OptionSpec option) {
		String text = option.description()[0];
		if (option.defaultValue() != null) {
			text += " (" + option.defaultValue().toLowerCase(Locale.ROOT) + ")";
		}
		For use = CommandLineParser.use(option);
		return (use != null && use.value().length <= MAX_NAMES)
				? text + " [" + CommandLineParser.names(use.value()) + "]" : text;
	}

}
