package io.github.redisqueue.samples.benchmark;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.Kinds;
import io.github.redisqueue.samples.benchmark.load.Plan.BatchSettings;
import io.github.redisqueue.samples.report.Report.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Compares the types of this project with queues of others and with a bare loop.
 */
@Command(name = "peers", description = { "Compares all queue types with queues of other projects and a bare loop.",
		"The other projects are there only if the benchmark was built with -Pcompare-peers." })
final class PeersScenario extends Contest {

	@Mixin
	private final BatchSettings load = new BatchSettings();

	@Option(names = "--jobs", paramLabel = "N", defaultValue = "20000", description = JOBS)
	private int jobs;

	@Option(names = "--warmup", paramLabel = "N", defaultValue = "1", description = WARMUP)
	private int warmup;

	@Override
	void run(Bench bench) {
		List<Kind> peers = Kinds.peers().stream().filter(Kind::isJava).toList();
		List<Kind> kinds = contend(bench, bench.plan(this.load), List.of(), peers, this::measureThroughput);
		bench.add(throughput(bench, kinds));
		bench.add(table(bench, kinds));
		kinds.forEach((kind) -> bench.note(kind.name() + ": " + kind.promise() + "."));
		if (peers.isEmpty()) {
			bench.note(NO_PEERS);
		}
	}

	private void measureThroughput(Phases phases) {
		int singles = Math.max(1, this.jobs / 10);
		for (int round = 1 - this.warmup; round <= 1; round++) {
			phases.fill(Phases.FILL, round, this.jobs);
			phases.drain(Phases.DRAIN, round, this.jobs);
			phases.oneByOne(round, singles);
			phases.instance().listen(singles);
			phases.instance().await();
			phases.instance().rest();
		}
	}

	private Table throughput(Bench bench, List<Kind> kinds) {
		List<List<String>> rows = new ArrayList<>();
		for (Kind kind : kinds) {
			List<String> row = new ArrayList<>(List.of(kind.name()));
			for (String phase : List.of(Phases.ONE_BY_ONE, Phases.FILL, Phases.DRAIN)) {
				double rate = bench.median(phase, kind.name()).get(Figure.RATE);
				row.add(Tables.number("%,.0f", rate));
				row.add(Tables.number("%.2f", rate / bench.median(phase, BARE).get(Figure.RATE)));
			}
			Figures drain = bench.median(Phases.DRAIN, kind.name());
			row.addAll(List.of(drain.text(Figure.REDIS_CPU), drain.text(Figure.CLIENT_CPU), drain.text(Figure.COMMANDS),
					bench.median(Phases.FILL, kind.name()).text(Figure.MEMORY)));
			rows.add(row);
		}
		return new Table("Throughput, jobs/s, " + this.jobs + " jobs, medians of rounds",
				List.of("", "one by one", "to bare", "in bulk", "to bare", "drained", "to bare",
						"Redis CPU µs/drained job", "client CPU µs/drained job", "commands/drained job",
						"bytes/queued job"),
				rows);
	}

}
