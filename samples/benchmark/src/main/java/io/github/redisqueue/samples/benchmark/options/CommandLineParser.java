package io.github.redisqueue.samples.benchmark.options;

import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.github.redisqueue.QueueType;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.unit.DataSize;

/**
 * Reads the command line.
 */
public final class CommandLineParser {

	private CommandLineParser() {
	}

	/**
	 * Reads the command line.
	 * @param arguments what stands behind the name of the program
	 * @return what the user asks for, or nothing if that is help
	 * @throws UsageException if there is something wrong with it
	 */
	public static Optional<Options> parse(String... arguments) {
		if (Arrays.stream(arguments).anyMatch((argument) -> argument.equals("--help") || argument.equals("-h"))) {
			return Optional.empty();
		}
		Options options = new Options();
		try {
			CommandLine.ParseResult result = line(options).parseArgs(arguments);
			result.matchedOptions().forEach((option) -> requireUse(option, options.command()));
			options.describe(values(result.commandSpec(), options));
		}
		catch (MissingParameterException ex) {
			throw new UsageException(ex.getMissing().get(0).isPositional()
					? "There is no command; it is one of " + names(Command.values()) : String.valueOf(ex.getMessage()));
		}
		catch (ParameterException ex) {
			throw new UsageException(String.valueOf(ex.getMessage()));
		}
		options.check();
		if (options.redis() != null && options.appendonly()) {
			throw new UsageException("Option --appendonly is for the Redis that is started without --redis");
		}
		return Optional.of(options);
	}

	/**
	 * All that can be asked for, in one screen.
	 * @return the text for {@code --help}
	 */
	public static String help() {
		return HelpText.of(line(new Options()).getCommandSpec());
	}

	private static CommandLine line(Options options) {
		return new CommandLine(options).registerConverter(Command.class, constant(Command.class))
			.registerConverter(QueueType.class, constant(QueueType.class))
			.registerConverter(IdKind.class, constant(IdKind.class))
			.registerConverter(PayloadKind.class, constant(PayloadKind.class))
			.registerConverter(Duration.class, CommandLineParser::duration)
			.registerConverter(DataSize.class, CommandLineParser::size);
	}

	private static void requireUse(OptionSpec option, Command command) {
		For use = use(option);
		if (use != null && !isFor(option, command)) {
			throw new UsageException("Option " + option.longestName() + " is of no use to '" + command.text()
					+ "', only to " + names(use.value()));
		}
	}

	private static Map<String, String> values(CommandSpec spec, Options options) {
		Map<String, String> values = new TreeMap<>(Map.of("--jobs", Integer.toString(options.jobs()), "--rate",
				Integer.toString(options.rate()), "--duration", options.duration().toString()));
		for (OptionSpec option : spec.options()) {
			Object value = option.getValue();
			if (!isFor(option, options.command()) || option.longestName().equals("--redis")) {
				values.remove(option.longestName());
			}
			else if (value != null) {
				values.put(option.longestName(), text(value));
			}
		}
		return values;
	}

	private static String text(Object value) {
		if (value instanceof Collection<?> several) {
			return several.stream().map(CommandLineParser::text).collect(Collectors.joining(","));
		}
		return (value instanceof Enum<?>) ? value.toString().toLowerCase(Locale.ROOT) : value.toString();
	}

	private static boolean isFor(OptionSpec option, Command command) {
		For use = use(option);
		return use == null || Arrays.asList(use.value()).contains(command);
	}

	static @Nullable For use(OptionSpec option) {
		return ((Field) option.userObject()).getAnnotation(For.class);
	}

	static String names(Enum<?>[] constants) {
		return Arrays.stream(constants)
			.map((constant) -> constant.name().toLowerCase(Locale.ROOT))
			.collect(Collectors.joining(", "));
	}

	private static <E extends Enum<E>> ITypeConverter<E> constant(Class<E> type) {
		return (text) -> Arrays.stream(type.getEnumConstants())
			.filter((constant) -> constant.name().equalsIgnoreCase(text.trim()))
			.findFirst()
			.orElseThrow(
					() -> new TypeConversionException("'" + text + "' is none of " + names(type.getEnumConstants())));
	}

	private static Duration duration(String text) {
		try {
			return DurationStyle.detectAndParse(text);
		}
		catch (IllegalArgumentException ex) {
			throw new TypeConversionException("'" + text + "' is no time; write one as 5ms, 30s or 10m");
		}
	}

	private static DataSize size(String text) {
		try {
			return DataSize.parse(text);
		}
		catch (IllegalArgumentException ex) {
			throw new TypeConversionException("'" + text + "' is no size; write one as 200, 200B or 4KB");
		}
	}

}
