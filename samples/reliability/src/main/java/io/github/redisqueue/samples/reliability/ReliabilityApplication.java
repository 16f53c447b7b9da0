package io.github.redisqueue.samples.reliability;

import java.io.PrintStream;
import java.io.PrintWriter;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The program of the campaign.
 */
@Command(name = "java -jar reliability.jar", synopsisSubcommandLabel = "COMMAND",
		description = { "Lets Redis, the network and workers fail, and checks what the queues promise.", "" },
		commandListHeading = "%nCommands:%n", subcommands = { RunCommand.class, CheckCommand.class },
		footer = { "", "COMMAND --help prints the options of a command." })
public final class ReliabilityApplication {

	private static final int WIDTH = 110;

	@Option(names = { "-h", "--help" }, usageHelp = true, description = "print this help and exit")
	private boolean help;

	private ReliabilityApplication() {
	}

	public static void main(String[] args) {
		System.exit(run(System.out, System.err, args));
	}

	/**
	 * Executes a command line.
	 * @param out receives the help and the report
	 * @param err receives errors and the progress
	 * @param args the command line
	 * @return the exit code: 0, 1 if an invariant is violated or the campaign failed, 2
	 * if the command line is invalid
	 */
	static int run(PrintStream out, PrintStream err, String... args) {
		return new CommandLine(new ReliabilityApplication()).setCaseInsensitiveEnumValuesAllowed(true)
			.setUsageHelpWidth(WIDTH)
			.setOut(new PrintWriter(out, true))
			.setErr(new PrintWriter(err, true))
			.execute(args);
	}

}
