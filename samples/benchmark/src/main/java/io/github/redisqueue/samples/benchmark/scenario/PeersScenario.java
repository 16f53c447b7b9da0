package io.github.redisqueue.samples.benchmark.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.github.redisqueue.samples.benchmark.contender.ContenderKind;
import io.github.redisqueue.samples.benchmark.contender.ContenderPlan;
import io.github.redisqueue.samples.benchmark.contender.ContenderRun;
import io.github.redisqueue.samples.benchmark.contender.Contenders;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.options.LoadOptions;
import io.github.redisqueue.samples.benchmark.options.RateOptions;
import io.github.redisqueue.samples.benchmark.options.RoundOptions;
import io.github.redisqueue.samples.benchmark.options.WarmTimeOptions;
import io.github.redisqueue.samples.benchmark.result.Figure;
import io.github.redisqueue.samples.benchmark.result.Figures;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.samples.benchmark.result.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Compares the types of this project with queues of others and with a bare loop.
 */
@Command(name = "peers", description = { "Compares all queue types with queues of other projects and a bare loop.",
		"The other projects are there only if the benchmark was built with -Pcompare-peers." })
final class PeersScenario extends Scenario {

	@Mixin
	private final LoadOptions load = new LoadOptions();

	@Mixin
	private final RateOptions rate = new RateOptions();

	@Mixin
	private final WarmTimeOptions warmUp = new WarmTimeOptions();

	@Mixin
	private final RoundOptions rounds = new RoundOptions();

	@Override
	public Result run(Bench bench) throws InterruptedException {
		Result result = new Result();
		List<ContenderKind> kinds = new ArrayList<>();
		this.load.types().forEach((type) -> kinds.add(Contenders.ours(type)));
		List<ContenderKind> peers = Contenders.peers();
		kinds.addAll(peers);
		kinds.add(Contenders.bare());
		Contest contest = new Contest(bench, common().output(), result);
		contest.run(kinds, this.rounds.rounds(), plan(bench), List.of(), Set.of());
		result.tables().add(throughput(contest, kinds));
		result.tables()
			.add(LatencyScenario.table(contest, kinds,
					"From send to handler start, " + this.rate.rate() + " jobs/s, medians of rounds"));
		List<Label> warm = kinds.stream().map((kind) -> Label.ours(ContenderRun.WARM, kind.name(), 1)).toList();
		result.tables().add(Tables.commands("Redis commands, warm", result, warm));
		kinds.forEach((kind) -> result.notes().add(kind.name() + ": " + kind.promise() + "."));
		if (peers.isEmpty()) {
			result.notes().add("Without queues of other projects: the benchmark was built without -Pcompare-peers.");
		}
		return result;
	}

	private ContenderPlan plan(Bench bench) {
		return new ContenderPlan(LoadSettings.of(this.load), bench.surroundings().properties(),
				new ContenderPlan.Steady(this.rate.rate(), this.rate.duration(), this.warmUp.time(), Duration.ZERO),
				new ContenderPlan.Bulk(this.rounds.jobs(), this.rounds.warmup()));
	}

	private Table throughput(Contest contest, List<ContenderKind> kinds) {
		List<List<String>> rows = new ArrayList<>();
		for (ContenderKind kind : kinds) {
			List<String> row = new ArrayList<>(List.of(kind.name()));
			for (String phase : List.of(ContenderRun.SINGLE, ContenderRun.BULK, ContenderRun.DRAIN)) {
				double jobs = contest.median(kind.name(), phase).get(Figure.RATE);
				row.add(Tables.number("%,.0f", jobs));
				row.add(Tables.number("%.2f", jobs / contest.median(Contenders.bare().name(), phase).get(Figure.RATE)));
			}
			Figures drain = contest.median(kind.name(), ContenderRun.DRAIN);
			row.add(drain.text(Figure.REDIS_CPU));
			row.add(drain.text(Figure.CLIENT_CPU));
			row.add(drain.text(Figure.COMMANDS));
			row.add(contest.median(kind.name(), ContenderRun.BULK).text(Figure.MEMORY));
			rows.add(row);
		}
		return new Table("Throughput, jobs/s, " + this.rounds.jobs() + " jobs, medians of rounds",
				List.of("", "one by one", "to bare", "in bulk", "to bare", "drained", "to bare",
						"Redis CPU µs/drained job", "client CPU µs/drained job", "commands/drained job",
						"bytes/queued job"),
				rows);
	}

}
