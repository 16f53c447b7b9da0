package io.github.redisqueue.samples.benchmark.scenario;

import java.util.List;
import java.util.function.Function;

import io.github.redisqueue.samples.benchmark.bare.BareLettuce;
import io.github.redisqueue.samples.benchmark.bare.BareLoop;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.benchmark.options.LoadOptions;
import io.github.redisqueue.samples.benchmark.options.RoundOptions;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.QueueType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Compares the library with bare loops. The order alternates from round to round, so that
 * neither has an advantage by running second.
 */
@Command(name = "compare",
		description = "Compares all queue types with bare Lettuce loops of 100 jobs per round trip and with the targets.")
final class CompareScenario extends Scenario {

	@Mixin
	private final LoadOptions load = new LoadOptions();

	@Mixin
	private final RoundOptions rounds = new RoundOptions();

	@Override
	public Result run(Bench bench) {
		Result result = new Result();
		for (QueueType type : this.load.types()) {
			String queue = LoadApplication.text(type);
			try (LoadApplication application = bench.start(type, LoadSettings.of(this.load));
					BareLettuce lettuce = new BareLettuce(bench.server().uri(), bench.surroundings().trips())) {
				Phases ours = new Phases(bench, application, result);
				BarePhases bare = new BarePhases(bench, new BareLoop(type, lettuce), this.rounds.jobs(),
						this.load.payloads().size(), result);
				this.rounds.numbers().forEach((round) -> {
					if (round % 2 == 0) {
						bare.run(queue, round);
						ours(ours, queue, round);
					}
					else {
						ours(ours, queue, round);
						bare.run(queue, round);
					}
				});
			}
		}
		this.load.types().forEach((type) -> result.targets().addAll(Targets.of(type, result)));
		result.tables().add(Tables.targets("Library, bare loops and targets, medians of rounds", result.targets()));
		details(result);
		return result;
	}

	private void ours(Phases phases, String queue, int round) {
		phases.fill(Label.ours(Phases.FILL, queue, round), this.rounds.jobs());
		phases.drain(Label.ours(Phases.DRAIN, queue, round), this.rounds.jobs(), Work.Plan.NOTHING);
		phases.oneByOne(Label.ours(Phases.ONE_BY_ONE, queue, round), EnqueueScenario.singles(this.rounds));
	}

	private void details(Result result) {
		List<Label> drains = kinds(
				(queue) -> List.of(Label.ours(Phases.DRAIN, queue, 1), Label.bare(Phases.DRAIN, queue, 1)));
		List<Label> fills = kinds(
				(queue) -> List.of(Label.ours(Phases.FILL, queue, 1), Label.bare(Phases.FILL, queue, 1)));
		List<Label> singles = kinds((queue) -> List.of(Label.ours(Phases.ONE_BY_ONE, queue, 1)));
		String drain = "Drain " + this.rounds.jobs() + " jobs, " + this.load.concurrency() + " at a time";
		String fill = "Enqueue " + this.rounds.jobs() + " jobs in batches of " + this.load.batch();
		String single = "Enqueue " + EnqueueScenario.singles(this.rounds) + " jobs one by one";
		result.tables().add(Tables.medians(drain, result, drains));
		result.tables().add(Tables.medians(fill, result, fills));
		result.tables().add(Tables.medians(single, result, singles));
		result.tables().add(Tables.commands("Redis commands of drain", result, drains));
		result.tables().add(Tables.commands("Redis commands of enqueue", result, fills));
		result.charts().add(Charts.byRound(drain, result, drains));
		result.charts().add(Charts.byRound(fill, result, fills));
	}

	private List<Label> kinds(Function<String, List<Label>> kinds) {
		return this.load.types().stream().map(LoadApplication::text).map(kinds).flatMap(List::stream).toList();
	}

}
