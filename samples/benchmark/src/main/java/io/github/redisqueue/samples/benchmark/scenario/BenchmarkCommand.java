package io.github.redisqueue.samples.benchmark.scenario;

import java.io.PrintWriter;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The top-level command, which parses the command line and lets a runner run the scenario
 * of the subcommand.
 */
@Command(name = "java -jar benchmark.jar", synopsisSubcommandLabel = "COMMAND", abbreviateSynopsis = true,
		description = { "Measures work queues on a Redis server that no other client uses in the meantime.",
				"Each command prints a table and writes the report as JSON and as an HTML page with charts. "
						+ "It changes only keys that begin with 'benchmark:'.",
				"" },
		commandListHeading = "%nCommands:%n",
		subcommands = { EnqueueScenario.class, WorkScenario.class, LatencyScenario.class, DelayedScenario.class,
				BacklogScenario.class, HandlersScenario.class, HerdScenario.class, IdleScenario.class,
				ShardsScenario.class, GroupsScenario.class, FairnessScenario.class, SoakScenario.class,
				CompareScenario.class, PeersScenario.class },
		footer = { "", "COMMAND --help prints the options of a command." })
public final class BenchmarkCommand {

	private static final int WIDTH = 110;

	private static final int OPTION_WIDTH = 24;

	private final ScenarioRunner runner;

	@Option(names = { "-h", "--help" }, usageHelp = true, description = "print this help and exit")
	private boolean help;

	private BenchmarkCommand(ScenarioRunner runner) {
		this.runner = runner;
	}

	/**
	 * Returns the command line of the benchmark. Its exit codes are 0, 1 if the
	 * measurement failed and 2 if the command line is invalid.
	 * @param runner runs the scenario of the command that the user gives
	 * @return a command line that can be executed
	 */
	public static CommandLine line(ScenarioRunner runner) {
		return new CommandLine(new BenchmarkCommand(runner)).setCaseInsensitiveEnumValuesAllowed(true)
			.setUsageHelpWidth(WIDTH)
			.setUsageHelpLongOptionsMaxWidth(OPTION_WIDTH)
			.setParameterExceptionHandler(BenchmarkCommand::printError);
	}

	void run(Scenario scenario) throws Exception {
		this.runner.run(scenario);
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
