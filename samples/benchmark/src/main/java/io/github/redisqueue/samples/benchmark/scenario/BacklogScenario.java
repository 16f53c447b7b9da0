package io.github.redisqueue.samples.benchmark.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.options.Limited;
import io.github.redisqueue.samples.benchmark.options.Limits;
import io.github.redisqueue.samples.benchmark.options.LoadOptions;
import io.github.redisqueue.samples.benchmark.options.RoundOptions;
import io.github.redisqueue.samples.benchmark.result.Chart;
import io.github.redisqueue.samples.benchmark.result.Figure;
import io.github.redisqueue.samples.benchmark.result.Figures;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Measurement;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.samples.benchmark.result.Table;
import io.github.redisqueue.samples.benchmark.result.Target;
import io.github.redisqueue.QueueType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures the cost of a job by the length of the queue, and by the number of jobs in
 * flight.
 */
@Command(name = "backlog",
		description = "Measures the cost of a job by the length of the queue and by the number of jobs in flight.")
final class BacklogScenario extends Scenario implements Limited {

	/** No lease expires during a measurement, and no cleaner runs. */
	private static final Map<String, String> HOLDING = Map.of("redis-queue.lease-time", "1h",
			"redis-queue.cleaner.enabled", "false");

	private static final double MAX_RATIO = 1.2;

	@Mixin
	private final LoadOptions load = new LoadOptions();

	@Mixin
	private final RoundOptions rounds = new RoundOptions();

	@Option(names = "--backlogs", split = ",", paramLabel = "N", defaultValue = "10000,100000,1000000",
			description = "numbers of jobs in the queue to measure at (default: ${DEFAULT-VALUE})")
	private List<Integer> backlogs = List.of();

	@Option(names = "--in-flight", split = ",", paramLabel = "N", defaultValue = "10,100,1000,10000,100000",
			description = "numbers of leases to hold while others are completed in random order "
					+ "(default: ${DEFAULT-VALUE})")
	private List<Integer> inFlight = List.of();

	@Override
	public void check(Limits limits) {
		limits.numbers("--backlogs", this.backlogs, 1, 20_000_000);
		limits.numbers("--in-flight", this.inFlight, 1, 1_000_000);
	}

	@Override
	public Result run(Bench bench) {
		Result result = new Result();
		for (QueueType type : this.load.types()) {
			String queue = LoadApplication.text(type);
			try (LoadApplication application = bench.start(type, LoadSettings.of(this.load), HOLDING)) {
				new Phases(bench, application, result).warmUp(queue, this.rounds.jobs(), this.rounds.warmup());
				this.backlogs.forEach((backlog) -> measure(bench, application, queue, backlog, result));
				InFlight inFlight = new InFlight(bench, application, queue, result);
				this.inFlight.forEach((size) -> inFlight.measure(size, this.rounds));
			}
			bench.server().purge();
		}
		show("Enqueue in batches of " + this.load.batch(), "jobs in the queue", this.backlogs, BacklogScenario::filling,
				result);
		show("Drain", "jobs in the queue", this.backlogs, BacklogScenario::draining, result);
		show("Complete and lease, " + InFlight.BATCH + " of each at a time", "jobs in flight", this.inFlight,
				InFlight::phase, result);
		result.notes()
			.add("Leases last for an hour and no cleaner runs, so that only operations on the jobs are measured.");
		return result;
	}

	private static String filling(int backlog) {
		return "enqueue at a backlog of " + backlog;
	}

	private static String draining(int backlog) {
		return "drain at a backlog of " + backlog;
	}

	/** Each round refills the backlog, and then drains a part of it. */
	private void measure(Bench bench, LoadApplication application, String queue, int backlog, Result result) {
		int jobs = Math.min(this.rounds.jobs(), backlog);
		bench.server().purge();
		Work work = application.expect(backlog + this.rounds.rounds() * jobs, Work.Plan.NOTHING);
		int sent = backlog - jobs;
		application.sender().inBatches(0, sent);
		long before = 0;
		for (int round = 1; round <= this.rounds.rounds(); round++) {
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

	private void show(String title, String sizes, List<Integer> all, IntFunction<String> phase, Result result) {
		List<List<String>> rows = new ArrayList<>();
		List<Chart.Series> series = new ArrayList<>();
		for (QueueType type : this.load.types()) {
			String queue = LoadApplication.text(type);
			List<Chart.Point> points = new ArrayList<>();
			double first = Double.NaN;
			for (int size : all) {
				List<Measurement> measurements = result.of(Label.ours(phase.apply(size), queue, 1));
				Figures medians = Figures.median(measurements);
				double redis = medians.get(Figure.REDIS_CPU);
				first = Double.isNaN(first) ? redis : first;
				Target ratio = new Target(phase.apply(size) + ", Redis CPU to that at the first", queue, redis / first,
						false, MAX_RATIO);
				result.targets().add(ratio);
				rows.add(List.of(queue + ", " + Tables.number("%,d", size), medians.text(Figure.REDIS_CPU),
						ratio.text(), medians.text(Figure.CLIENT_CPU), medians.text(Figure.RATE)));
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
