package io.github.redisqueue.samples.benchmark.scenario;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.benchmark.options.HandlerOptions;
import io.github.redisqueue.samples.benchmark.options.Limited;
import io.github.redisqueue.samples.benchmark.options.Limits;
import io.github.redisqueue.samples.benchmark.options.LoadOptions;
import io.github.redisqueue.samples.benchmark.options.RoundOptions;
import io.github.redisqueue.samples.benchmark.result.Chart;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.QueueType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Drains a backlog with a listener.
 */
@Command(name = "work", description = "Measures how fast listeners drain a backlog.")
final class WorkScenario extends Scenario implements Limited {

	@Mixin
	private final LoadOptions load = new LoadOptions();

	@Mixin
	private final RoundOptions rounds = new RoundOptions();

	@Mixin
	private final HandlerOptions handler = new HandlerOptions();

	@Option(names = "--failure-rate", paramLabel = "0..1", defaultValue = "0",
			description = "share of the jobs whose first attempt fails (default: ${DEFAULT-VALUE})")
	private double failureRate;

	@Override
	public void check(Limits limits) {
		limits.share("--failure-rate", this.failureRate);
	}

	@Override
	public Result run(Bench bench) {
		Result result = new Result();
		List<Chart.Series> throughput = new ArrayList<>();
		for (QueueType type : this.load.types()) {
			try (LoadApplication application = bench.start(type, LoadSettings.of(this.load))) {
				throughput.add(drain(bench, application, LoadApplication.text(type), result));
			}
		}
		List<Label> kinds = this.load.types()
			.stream()
			.map((type) -> Label.ours(Phases.DRAIN, LoadApplication.text(type), 1))
			.toList();
		String what = this.rounds.jobs() + " jobs, " + this.load.concurrency() + " at a time";
		result.tables().add(Tables.medians("Drain " + what, result, kinds));
		result.tables().add(Tables.commands("Redis commands to drain " + what, result, kinds));
		result.charts().add(new Chart("Drain, last round", "s", "jobs/s", Chart.Style.LINE, throughput));
		result.charts().add(Charts.byRound("Drain " + what, result, kinds));
		return result;
	}

	private Chart.Series drain(Bench bench, LoadApplication application, String queue, Result result) {
		Work.Plan plan = new Work.Plan(this.handler.time(), this.failureRate, Work.Plan.NOTHING.onStart());
		Phases phases = new Phases(bench, application, result);
		List<Chart.Point> last = new ArrayList<>();
		this.rounds.numbers().forEach((round) -> {
			phases.fill(Label.ours(Phases.FILL, queue, round), this.rounds.jobs());
			last.clear();
			last.addAll(phases.drain(Label.ours(Phases.DRAIN, queue, round), this.rounds.jobs(), plan));
		});
		return new Chart.Series(queue, last);
	}

}
