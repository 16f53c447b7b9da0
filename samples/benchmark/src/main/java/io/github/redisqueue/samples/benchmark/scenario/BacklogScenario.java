package io.github.redisqueue.samples.benchmark.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.options.Command;
import io.github.redisqueue.samples.benchmark.options.Options;
import io.github.redisqueue.samples.benchmark.result.Chart;
import io.github.redisqueue.samples.benchmark.result.Figure;
import io.github.redisqueue.samples.benchmark.result.Figures;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Measurement;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.samples.benchmark.result.Table;
import io.github.redisqueue.samples.benchmark.result.Target;
import io.github.redisqueue.QueueType;

import org.springframework.stereotype.Component;

/**
 * The cost of a job by the length of the queue, and by the number of jobs in flight.
 */
@Component
class BacklogScenario implements Scenario {

	/** Nothing runs out while it is held, and no cleaner looks at it. */
	private static final Map<String, String> HOLDING = Map.of("redis-queue.lease-time", "1h",
			"redis-queue.cleaner.enabled", "false");

	private static final double FLAT = 1.2;

	@Override
	public Command command() {
		return Command.BACKLOG;
	}

	@Override
	public Result run(Bench bench) {
		Result result = new Result();
		Options options = bench.options();
		for (QueueType type : options.types()) {
			String queue = LoadApplication.text(type);
			try (LoadApplication application = bench.start(type, HOLDING)) {
				new Phases(bench, application, result).warmUp(queue, options.jobs());
				options.backlogs().forEach((backlog) -> measure(bench, application, queue, backlog, result));
				InFlight inFlight = new InFlight(bench, application, queue, result);
				options.inFlight().forEach(inFlight::measure);
			}
			bench.server().purge();
		}
		show("Enqueue in batches of " + options.batch(), "jobs in the queue", options.backlogs(),
				BacklogScenario::filling, options, result);
		show("Drain", "jobs in the queue", options.backlogs(), BacklogScenario::draining, options, result);
		show("Complete and lease, " + InFlight.BATCH + " of each at a time", "jobs in flight", options.inFlight(),
				InFlight::phase, options, result);
		result.notes()
			.add("Leases last for an hour and no cleaner runs, so that only what is done to the jobs is measured.");
		return result;
	}

	private static String filling(int backlog) {
		return "enqueue at a backlog of " + backlog;
	}

	private static String draining(int backlog) {
		return "drain at a backlog of " + backlog;
	}

	/** Each round takes some of the backlog and puts as many back. */
	private static void measure(Bench bench, LoadApplication application, String queue, int backlog, Result result) {
		Options options = bench.options();
		int jobs = Math.min(options.jobs(), backlog);
		bench.server().purge();
		Work work = application.expect(backlog + options.rounds() * jobs, Work.Plan.NOTHING);
		int sent = backlog - jobs;
		application.sender().inBatches(0, sent);
		long before = 0;
		for (int round = 1; round <= options.rounds(); round++) {
			Meter.Phase filling = bench.meter().begin();
			int missing = backlog - sent + (int) before;
			application.sender().inBatches(sent, missing);
			bench.keep(filling.endOfFilling(Label.ours(filling(backlog), queue, round), missing), result);
			sent += missing;
			Meter.Phase draining = bench.meter().begin();
			application.listener().start();
			work.await(before + jobs);
			long now = work.handled();
			bench.keep(draining.end(Label.ours(draining(backlog), queue, round), now - before), result);
			application.listener().stop();
			before = work.handled();
		}
	}

	private static void show(String title, String sizes, List<Integer> all, IntFunction<String> phase, Options options,
			Result result) {
		List<List<String>> rows = new ArrayList<>();
		List<Chart.Series> series = new ArrayList<>();
		for (QueueType type : options.types()) {
			String queue = LoadApplication.text(type);
			List<Chart.Point> points = new ArrayList<>();
			double first = Double.NaN;
			for (int size : all) {
				List<Measurement> measurements = result.of(Label.ours(phase.apply(size), queue, 1));
				Figures medians = Figures.median(measurements);
				double redis = medians.get(Figure.REDIS_CPU);
				first = Double.isNaN(first) ? redis : first;
				Target flat = new Target(phase.apply(size) + ", Redis CPU to that at the first", queue, redis / first,
						false, FLAT);
				result.targets().add(flat);
				rows.add(List.of(queue + ", " + Tables.number("%,d", size), medians.text(Figure.REDIS_CPU), flat.text(),
						medians.text(Figure.CLIENT_CPU), medians.text(Figure.RATE)));
				points.add(new Chart.Point(points.size(), redis, Tables.number("%,d", size)));
			}
			series.add(new Chart.Series(queue, points));
		}
		result.tables()
			.add(new Table(title, List.of(sizes, Figure.REDIS_CPU.title(), "to that at the first",
					Figure.CLIENT_CPU.title(), Figure.RATE.title()), rows));
		result.charts()
			.add(new Chart(title + ", by " + sizes, sizes, Figure.REDIS_CPU.title(), Chart.Style.NAMED, series));
	}

}
