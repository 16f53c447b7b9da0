package io.github.redisqueue.samples.benchmark;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.time.Duration;

import io.github.redisqueue.samples.benchmark.load.Plan.HandlerRow;
import io.github.redisqueue.samples.reliability.campaign.CampaignCommand;
import io.github.redisqueue.samples.reliability.campaign.CheckCommand;
import org.springframework.boot.convert.DurationStyle;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The program with all commands of the benchmark and of the campaign.
 */
@Command(name = "java -jar benchmark.jar", synopsisSubcommandLabel = "COMMAND", abbreviateSynopsis = true,
		description = { "Measures work queues on a Redis server that no other client uses in the meantime, and lets",
				"Redis, the network and workers fail. It changes only keys that begin with 'benchmark:'.", "" },
		commandListHeading = "%nCommands:%n",
		subcommands = { CompareScenario.class, SendersScenario.class, PeersScenario.class, HandlersScenario.class,
				GroupsScenario.class, FairnessScenario.class, HerdScenario.class, IdleScenario.class,
				CampaignCommand.class, CheckCommand.class },
		footer = { "", "COMMAND --help prints the options of a command." })
public final class BenchmarkApplication {

	private static final int WIDTH = 110;

	private static final int OPTION_WIDTH = 24;

	@Option(names = { "-h", "--help" }, order = 2, usageHelp = true, scope = ScopeType.INHERIT,
			description = "print this help and exit")
	private boolean help;

	private BenchmarkApplication() {
	}

	public static void main(String[] args) {
		System.exit(run(System.out, System.err, args));
	}

	/**
	 * Executes a command line, whose progress goes to the errors. Returns the exit code:
	 * 0, 1 if the command failed, 2 if the command line is invalid.
	 */
	public static int run(PrintStream out, PrintStream err, String... args) {
		return line().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true)).execute(args);
	}

	static CommandLine line() {
		return new CommandLine(new BenchmarkApplication()).setCaseInsensitiveEnumValuesAllowed(true)
			.registerConverter(Duration.class, BenchmarkApplication::duration)
			.registerConverter(HandlerRow.class, HandlerRow::of)
			.setUsageHelpWidth(WIDTH)
			.setUsageHelpLongOptionsMaxWidth(OPTION_WIDTH)
			.setParameterExceptionHandler(BenchmarkApplication::printError);
	}

	/** Durations are written as in Spring Boot properties. */
	private static Duration duration(String text) {
		try {
			return DurationStyle.detectAndParse(text);
		}
		catch (IllegalArgumentException ex) {
			throw new TypeConversionException(
					"'" + text + "' is not a duration; allowed: a number with a unit, for example 5ms, 30s or 10m");
		}
	}

	/** Prints less than the default handler, which adds the help of the command. */
	private static int printError(ParameterException exception, String[] arguments) {
		CommandLine command = exception.getCommandLine();
		PrintWriter err = command.getErr();
		err.println(exception.getMessage());
		UnmatchedArgumentException.printSuggestions(exception, err);
		if (!command.getSubcommands().isEmpty()) {
			err.println("Commands: " + String.join(", ", command.getSubcommands().keySet()));
		}
		err.printf("'%s --help' prints what is allowed.%n", command.getCommandSpec().qualifiedName());
		return command.getCommandSpec().exitCodeOnInvalidInput();
	}

}
