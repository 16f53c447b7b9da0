package io.github.redisqueue.samples.benchmark.scenario;

import java.util.List;
import java.util.function.Function;

import io.github.redisqueue.samples.benchmark.bare.BareLettuce;
import io.github.redisqueue.samples.benchmark.bare.BareLoop;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.benchmark.options.Command;
import io.github.redisqueue.samples.benchmark.options.Options;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.QueueType;

import org.springframework.stereotype.Component;

/**
 * The library and a bare loop in turns: ours, bare, bare, ours, and so on.
 */
@Component
class CompareScenario implements Scenario {

	@Override
	public Command command() {
		return Command.COMPARE;
	}

	@Override
	public Result run(Bench bench) {
		Result result = new Result();
		Options options = bench.options();
		for (QueueType type : options.types()) {
			String queue = LoadApplication.text(type);
			try (LoadApplication application = bench.start(type);
					BareLettuce lettuce = new BareLettuce(bench.server().uri(), bench.surroundings().trips())) {
				Phases ours = new Phases(bench, application, result);
				BarePhases bare = new BarePhases(bench, new BareLoop(type, lettuce), result);
				bench.rounds((round) -> {
					if (round % 2 == 0) {
						bare.run(queue, round);
						ours(ours, options, queue, round);
					}
					else {
						ours(ours, options, queue, round);
						bare.run(queue, round);
					}
				});
			}
		}
		options.types().forEach((type) -> result.targets().addAll(Targets.of(type, result)));
		result.tables().add(Tables.targets("Ours against bare loops and targets, medians of rounds", result.targets()));
		details(options, result);
		return result;
	}

	private static void ours(Phases phases, Options options, String queue, int round) {
		phases.fill(Label.ours(Phases.FILL, queue, round), options.jobs());
		phases.drain(Label.ours(Phases.DRAIN, queue, round), options.jobs(), Work.Plan.NOTHING);
		phases.oneByOne(Label.ours(Phases.ONE_BY_ONE, queue, round), EnqueueScenario.singles(options));
	}

	private static void details(Options options, Result result) {
		List<Label> drains = kinds(options,
				(queue) -> List.of(Label.ours(Phases.DRAIN, queue, 1), Label.bare(Phases.DRAIN, queue, 1)));
		List<Label> fills = kinds(options,
				(queue) -> List.of(Label.ours(Phases.FILL, queue, 1), Label.bare(Phases.FILL, queue, 1)));
		List<Label> singles = kinds(options, (queue) -> List.of(Label.ours(Phases.ONE_BY_ONE, queue, 1)));
		String drain = "Drain " + options.jobs() + " jobs, " + options.concurrency() + " at a time";
		String fill = "Enqueue " + options.jobs() + " jobs in batches of " + options.batch();
		String single = "Enqueue " + EnqueueScenario.singles(options) + " jobs one by one";
		result.tables().add(Tables.medians(drain, result, drains));
		result.tables().add(Tables.medians(fill, result, fills));
		result.tables().add(Tables.medians(single, result, singles));
		result.tables().add(Tables.commands("Redis commands of drain", result, drains));
		result.tables().add(Tables.commands("Redis commands of enqueue", result, fills));
		result.charts().add(Charts.byRound(drain, result, drains));
		result.charts().add(Charts.byRound(fill, result, fills));
	}

	private static List<Label> kinds(Options options, Function<String, List<Label>> kinds) {
		return options.types().stream().map(LoadApplication::text).map(kinds).flatMap(List::stream).toList();
	}

}
