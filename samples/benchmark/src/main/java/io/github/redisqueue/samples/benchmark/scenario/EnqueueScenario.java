package io.github.redisqueue.samples.benchmark.scenario;

import java.util.List;

import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.options.BatchOptions;
import io.github.redisqueue.samples.benchmark.options.PayloadOptions;
import io.github.redisqueue.samples.benchmark.options.QueueOptions;
import io.github.redisqueue.samples.benchmark.options.RoundOptions;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.QueueType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Sends jobs in batches, then one by one, on one thread and without a running listener.
 */
@Command(name = "enqueue",
		description = "Measures the cost of sending jobs, first in batches, then a tenth as many one by one.")
final class EnqueueScenario extends Scenario {

	@Mixin
	private final QueueOptions queues = new QueueOptions();

	@Mixin
	private final RoundOptions rounds = new RoundOptions();

	@Mixin
	private final BatchOptions batch = new BatchOptions();

	@Mixin
	private final PayloadOptions payloads = new PayloadOptions();

	@Override
	public Result run(Bench bench) {
		Result result = new Result();
		LoadSettings settings = new LoadSettings(this.queues.shards(), null, this.payloads, this.batch.size());
		for (QueueType type : this.queues.types()) {
			String queue = LoadApplication.text(type);
			try (LoadApplication application = bench.start(type, settings)) {
				Phases phases = new Phases(bench, application, result);
				this.rounds.numbers().forEach((round) -> {
					phases.fill(Label.ours(Phases.FILL, queue, round), this.rounds.jobs());
					phases.oneByOne(Label.ours(Phases.ONE_BY_ONE, queue, round), singles(this.rounds));
				});
			}
		}
		report(result, Phases.FILL, this.rounds.jobs() + " jobs in batches of " + this.batch.size(),
				this.queues.types());
		report(result, Phases.ONE_BY_ONE, singles(this.rounds) + " jobs one by one", this.queues.types());
		return result;
	}

	static int singles(RoundOptions rounds) {
		return Math.max(1, rounds.jobs() / 10);
	}

	private static void report(Result result, String phase, String what, List<QueueType> types) {
		List<Label> kinds = types.stream().map((type) -> Label.ours(phase, LoadApplication.text(type), 1)).toList();
		result.tables().add(Tables.medians("Enqueue " + what, result, kinds));
		result.tables().add(Tables.commands("Redis commands to enqueue " + what, result, kinds));
		result.charts().add(Charts.byRound("Enqueue " + what, result, kinds));
	}

}
