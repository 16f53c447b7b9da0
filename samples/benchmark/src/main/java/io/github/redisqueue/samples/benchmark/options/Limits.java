package io.github.redisqueue.samples.benchmark.options;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Rejects values that an option does not allow. The message names the option, the value
 * and the allowed values.
 */
public final class Limits {

	private final CommandSpec command;

	private Limits(CommandSpec command) {
		this.command = command;
	}

	/**
	 * Checks the options of a command, including those of its mixins.
	 * @param command the command, whose command line has been parsed
	 * @throws ParameterException if the value of an option is not allowed
	 */
	public static void check(CommandSpec command) {
		new Limits(command).checkAll(command);
	}

	private void checkAll(CommandSpec spec) {
		spec.mixins().values().forEach(this::checkAll);
		if (spec.userObject() instanceof Limited limited) {
			limited.check(this);
		}
	}

	/**
	 * Requires a whole number within bounds.
	 * @param option the name of the option
	 * @param value its value; null, for an option that was not given, is always allowed
	 * @param min the smallest allowed value
	 * @param max the largest allowed value
	 */
	public void number(String option, @Nullable Number value, long min, long max) {
		if (value != null) {
			require(value.longValue() >= min && value.longValue() <= max, option, value, min + " to " + max);
		}
	}

	/**
	 * Requires a list of whole numbers within bounds.
	 * @param option the name of the option
	 * @param values its values
	 * @param min the smallest allowed value
	 * @param max the largest allowed value
	 */
	public void numbers(String option, List<Integer> values, long min, long max) {
		values.forEach((value) -> number(option, value, min, max));
	}

	/**
	 * Requires a share of a whole.
	 * @param option the name of the option
	 * @param value its value
	 */
	public void share(String option, double value) {
		require(value >= 0 && value <= 1, option, value, "0 to 1, for example 0.05 for 5 %");
	}

	/**
	 * Requires a duration within bounds.
	 * @param option the name of the option
	 * @param value its value
	 * @param min the smallest allowed value
	 * @param max the largest allowed value
	 */
	public void duration(String option, Duration value, Duration min, Duration max) {
		require(value.compareTo(min) >= 0 && value.compareTo(max) <= 0, option, text(value),
				text(min) + " to " + text(max));
	}

	private void require(boolean met, String option, Object value, String allowed) {
		if (!met) {
			reject("Invalid value for " + option + ": " + value + "; allowed: " + allowed);
		}
	}

	void reject(String message) {
		throw new ParameterException(this.command.commandLine(), message);
	}

	private static String text(Duration duration) {
		return (duration.toMillis() < 1000) ? duration.toMillis() + "ms" : duration.toSeconds() + "s";
	}

}
