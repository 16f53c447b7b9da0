package io.github.redisqueue.samples.benchmark.scenario;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.benchmark.options.Command;
import io.github.redisqueue.samples.benchmark.options.Options;
import io.github.redisqueue.samples.benchmark.result.Chart;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.QueueType;

import org.springframework.stereotype.Component;

/**
 * Drains a backlog through a listener.
 */
@Component
class WorkScenario implements Scenario {

	@Override
	public Command command() {
		return Command.WORK;
	}

	@Override
	public Result run(Bench bench) {
		Result result = new Result();
		Options options = bench.options();
		List<Chart.Series> throughput = new ArrayList<>();
		for (QueueType type : options.types()) {
			try (LoadApplication application = bench.start(type)) {
				throughput.add(drain(bench, application, LoadApplication.text(type), result));
			}
		}
		List<Label> kinds = options.types()
			.stream()
			.map((type) -> Label.ours(Phases.DRAIN, LoadApplication.text(type), 1))
			.toList();
		String what = options.jobs() + " jobs, " + options.concurrency() + " at a time";
		result.tables().add(Tables.medians("Drain " + what, result, kinds));
		result.tables().add(Tables.commands("Redis commands to drain " + what, result, kinds));
		result.charts().add(new Chart("Drain, last round", "s", "jobs/s", Chart.Style.LINE, throughput));
		result.charts().add(Charts.byRound("Drain " + what, result, kinds));
		return result;
	}

	private static Chart.Series drain(Bench bench, LoadApplication application, String queue, Result result) {
		Options options = bench.options();
		Work.Plan plan = new Work.Plan(options.handlerTime(), options.failureRate(), Work.Plan.NOTHING.onStart());
		Phases phases = new Phases(bench, application, result);
		List<Chart.Point> last = new ArrayList<>();
		bench.rounds((round) -> {
			phases.fill(Label.ours(Phases.FILL, queue, round), options.jobs());
			last.clear();
			last.addAll(phases.drain(Label.ours(Phases.DRAIN, queue, round), options.jobs(), plan));
		});
		return new Chart.Series(queue, last);
	}

}
