package io.github.redisqueue.samples.reliability.campaign;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import io.github.redisqueue.samples.reliability.checker.Checker;
import io.github.redisqueue.samples.reliability.checker.Verdict;
import io.github.redisqueue.samples.reliability.checker.Violation;
import io.github.redisqueue.samples.reliability.history.HistoryFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code check}.
 */
@Command(name = "check",
		description = { "Checks histories. Needs no Redis.", "Exits with 1 if an invariant is violated." })
public final class CheckCommand implements Callable<Integer> {

	@Spec
	private CommandSpec spec;

	@Parameters(paramLabel = "PLACE", arity = "1..*",
			description = "history files, and directories with files *.jsonl, all of one cell")
	private List<Path> places = List.of();

	@Override
	public Integer call() throws IOException {
		PrintWriter out = this.spec.commandLine().getOut();
		Verdict verdict = Checker.check(HistoryFiles.read(this.places));
		for (Violation violation : verdict.violations()) {
			out.println(violation);
			violation.evidence().forEach((event) -> out.println("    " + event));
		}
		out.println(verdict.figures().operations() + " operations, " + verdict.figures().executions() + " executions, "
				+ verdict.figures().repeated() + " repeated, " + verdict.violations().size() + " violations");
		if (verdict.losses().confirmed() > 0) {
			out.println(verdict.losses());
		}
		return verdict.isSound() ? 0 : 1;
	}

}
