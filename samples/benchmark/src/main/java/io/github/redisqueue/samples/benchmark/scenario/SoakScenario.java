package io.github.redisqueue.samples.benchmark.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.options.HandlerOptions;
import io.github.redisqueue.samples.benchmark.options.LoadOptions;
import io.github.redisqueue.samples.benchmark.options.RateOptions;
import io.github.redisqueue.samples.benchmark.options.WarmupOptions;
import io.github.redisqueue.samples.benchmark.result.Chart;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Latency;
import io.github.redisqueue.samples.benchmark.result.Median;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.samples.benchmark.result.Table;
import io.github.redisqueue.samples.benchmark.scenario.SoakRecord.Interval;
import io.github.redisqueue.QueueType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Sends and handles jobs at a rate for a long time, and records memory and latency, which
 * should not grow.
 */
@Command(name = "soak", description = "Measures heap, Redis memory and latency over a long time at a given rate.")
final class SoakScenario extends Scenario {

	private static final String PHASE = "send and handle at a rate";

	private static final int INTERVALS = 60;

	/** The largest number of jobs in a round of the warm-up. */
	private static final int WARMUP_JOBS = 10_000;

	@Mixin
	private final LoadOptions load = new LoadOptions();

	@Mixin
	final RateOptions rate = new RateOptions();

	@Mixin
	private final WarmupOptions warmup = new WarmupOptions();

	@Mixin
	private final HandlerOptions handler = new HandlerOptions();

	@Override
	public Result run(Bench bench) {
		Result result = new Result();
		List<List<String>> rows = new ArrayList<>();
		for (QueueType type : this.load.types()) {
			String queue = LoadApplication.text(type);
			try (LoadApplication application = bench.start(type, LoadSettings.of(this.load))) {
				Phases phases = new Phases(bench, application, result);
				phases.warmUp(queue, Math.min(WARMUP_JOBS, this.rate.jobs()), this.warmup.rounds());
				List<Interval> intervals = soak(bench, application, Label.ours(PHASE, queue, 1), phases, result);
				rows.addAll(thirds(queue, intervals));
				result.charts().addAll(charts(queue, intervals));
			}
		}
		result.tables()
			.add(new Table("Medians of the thirds of the time",
					List.of("third", "jobs/s", "p50 ms", "p99 ms", "max ms", "heap MB", "Redis MB"), rows));
		result.tables().add(Tables.latencies("From send to handler start", result.latencies()));
		List<Label> kinds = this.load.types()
			.stream()
			.map((type) -> Label.ours(PHASE, LoadApplication.text(type), 1))
			.toList();
		result.tables().add(Tables.medians("Cost, " + this.rate.rate() + " jobs/s", result, kinds));
		result.notes().add("Heap is the size of the heap after the last garbage collection of any kind.");
		return result;
	}

	private List<Interval> soak(Bench bench, LoadApplication application, Label label, Phases phases, Result result) {
		Duration interval = this.rate.duration().dividedBy(INTERVALS);
		SoakRecord record = new SoakRecord(bench.server());
		Work work = application.expect(this.rate.jobs(),
				new Work.Plan(this.handler.time(), 0, (number, sent) -> record.started(System.nanoTime() - sent)));
		application.listener().start();
		Meter.Phase phase = bench.meter().begin();
		record.begin(interval);
		Duration behind = application.sender().atRate(this.rate.jobs(), this.rate.rate());
		List<Interval> intervals = record.end();
		work.await();
		application.awaitRest();
		bench.keep(phase.end(label, this.rate.jobs()), result);
		application.listener().stop();
		phases.check(label, work);
		result.latencies().add(Latency.of(label.queue(), record.all()));
		result.notes().add(note(label, behind));
		return intervals;
	}

	private static String note(Label label, Duration behind) {
		return label.queue() + ": the sender was behind its schedule by "
				+ Tables.number("%.1f", behind.toNanos() / 1e6) + " ms at most";
	}

	private static List<List<String>> thirds(String queue, List<Interval> intervals) {
		List<List<String>> rows = new ArrayList<>();
		int length = intervals.size() / 3;
		for (int third = 0; third < 3 && length > 0; third++) {
			List<Interval> part = intervals.subList(third * length, (third + 1) * length);
			rows.add(List.of(queue + ", " + List.of("first", "second", "last").get(third),
					median("%,.0f", part, Interval::jobsPerSecond), median("%.2f", part, Interval::p50),
					median("%.2f", part, Interval::p99), median("%.2f", part, Interval::max),
					median("%.1f", part, Interval::heap), median("%.1f", part, Interval::redis)));
		}
		return rows;
	}

	private static String median(String format, List<Interval> part, ToDoubleFunction<Interval> value) {
		return Tables.number(format, Median.of(part.stream().mapToDouble(value)));
	}

	private static List<Chart> charts(String queue, List<Interval> intervals) {
		return List.of(
				chart(queue + ": throughput", "jobs/s", List.of(series("handled", intervals, Interval::jobsPerSecond))),
				chart(queue + ": from send to handler start", "ms",
						List.of(series("p50", intervals, Interval::p50), series("p99", intervals, Interval::p99),
								series("max", intervals, Interval::max))),
				chart(queue + ": memory", "MB", List.of(series("heap", intervals, Interval::heap),
						series("Redis", intervals, Interval::redis))));
	}

	private static Chart chart(String title, String y, List<Chart.Series> series) {
		return new Chart(title, "s", y, Chart.Style.LINE, series);
	}

	private static Chart.Series series(String name, List<Interval> intervals, ToDoubleFunction<Interval> value) {
		return new Chart.Series(name,
				intervals.stream()
					.map((interval) -> Chart.Point.at(interval.seconds(), value.applyAsDouble(interval)))
					.toList());
	}

}
