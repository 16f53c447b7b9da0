package io.github.redisqueue.samples.benchmark;

import java.util.List;

import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.Plan.LoadSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Compares the latencies of the types with those of a bare loop and with the targets.
 */
@Command(name = "latency",
		description = "Measures the time from send to handler start at a given rate, fresh and warm, against a bare loop.")
final class LatencyScenario extends Contest {

	private static final double MAX_RATIO = 0.75;

	private static final double MAX_CLIENT_CPU = 800;

	private static final double MAX_COMMANDS = 20;

	@Mixin
	private final LoadSettings load = new LoadSettings();

	@Option(names = "--jvm-option", paramLabel = "OPTION", description = JVM_OPTION)
	private List<String> jvmOptions = List.of();

	@Override
	void run(Bench bench) {
		List<Kind> kinds = contend(bench, bench.plan(this.load), this.jvmOptions, List.of(), (phases) -> {
		});
		queues().forEach((queue) -> addTargets(bench, queue));
		bench.add(Tables.targets("Targets", bench.result().targets()));
		bench.add(table(bench, kinds));
		for (String phase : List.of(FRESH, WARM)) {
			kinds.forEach((kind) -> bench.add(latency(kind.name(), phase)));
		}
		bench.add(Tables.latencies("All rounds", bench.result().latencies()));
		bench.add(Tables.medians("Cost, warm", bench, WARM, kinds.stream().map(Kind::name).toList()));
	}

	private void addTargets(Bench bench, String queue) {
		addMillis(bench, queue, FRESH, 50, 0.6);
		addMillis(bench, queue, FRESH, 99, 2.5);
		addMillis(bench, queue, WARM, 50, 0.45);
		addMillis(bench, queue, WARM, 99, 1.2);
		for (int percent : List.of(50, 99)) {
			bench.atMost(MAX_RATIO, "warm p" + percent + ", ratio to the bare loop", queue,
					millis(queue, WARM, percent) / millis(BARE, WARM, percent));
		}
		bench.atMost(MAX_CLIENT_CPU, "fresh, " + Figure.CLIENT_CPU.title(), queue,
				bench.median(FRESH, queue).get(Figure.CLIENT_CPU));
		bench.atMost(MAX_COMMANDS, "warm, " + Figure.COMMANDS.title(), queue,
				bench.median(WARM, queue).get(Figure.COMMANDS));
	}

	private void addMillis(Bench bench, String queue, String phase, int percent, double bound) {
		bench.atMost(bound, phase + " p" + percent + ", ms", queue, millis(queue, phase, percent));
	}

}
