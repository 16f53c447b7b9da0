package io.github.redisqueue.samples.benchmark.scenario;

import java.util.List;

import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.options.Command;
import io.github.redisqueue.samples.benchmark.options.Options;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.QueueType;

import org.springframework.stereotype.Component;

/**
 * Sends in batches, then one by one, on one thread, while nobody listens.
 */
@Component
class EnqueueScenario implements Scenario {

	@Override
	public Command command() {
		return Command.ENQUEUE;
	}

	@Override
	public Result run(Bench bench) {
		Result result = new Result();
		Options options = bench.options();
		for (QueueType type : options.types()) {
			String queue = LoadApplication.text(type);
			try (LoadApplication application = bench.start(type)) {
				Phases phases = new Phases(bench, application, result);
				bench.rounds((round) -> {
					phases.fill(Label.ours(Phases.FILL, queue, round), options.jobs());
					phases.oneByOne(Label.ours(Phases.ONE_BY_ONE, queue, round), singles(options));
				});
			}
		}
		report(result, Phases.FILL, options.jobs() + " jobs in batches of " + options.batch(), options.types());
		report(result, Phases.ONE_BY_ONE, singles(options) + " jobs one by one", options.types());
		return result;
	}

	static int singles(Options options) {
		return Math.max(1, options.jobs() / 10);
	}

	private static void report(Result result, String phase, String what, List<QueueType> types) {
		List<Label> kinds = types.stream().map((type) -> Label.ours(phase, LoadApplication.text(type), 1)).toList();
		result.tables().add(Tables.medians("Enqueue " + what, result, kinds));
		result.tables().add(Tables.commands("Redis commands to enqueue " + what, result, kinds));
		result.charts().add(Charts.byRound("Enqueue " + what, result, kinds));
	}

}
