package io.github.redisqueue.samples.benchmark.scenario;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.options.HandlerOptions;
import io.github.redisqueue.samples.benchmark.options.LoadOptions;
import io.github.redisqueue.samples.benchmark.options.RateOptions;
import io.github.redisqueue.samples.benchmark.options.WarmupOptions;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Latency;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.samples.benchmark.result.Target;
import io.github.redisqueue.QueueType;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Sends jobs at a fixed rate to a running listener, and measures the time from just
 * before sending a job to the start of its handler.
 */
@Command(name = "latency", description = "Measures the time from send to handler start at a given rate.")
final class LatencyScenario extends Scenario {

	/** The largest number of jobs in a round of the warm-up. */
	static final int WARMUP_JOBS = 10_000;

	private static final String PHASE = "send at a rate";

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
		for (QueueType type : this.load.types()) {
			try (LoadApplication application = bench.start(type, LoadSettings.of(this.load))) {
				String queue = LoadApplication.text(type);
				Phases phases = new Phases(bench, application, result);
				phases.warmUp(queue, Math.min(WARMUP_JOBS, 10 * this.rate.jobs()), this.warmup.rounds());
				measure(bench, application, Label.ours(PHASE, queue, 1), phases, result);
			}
		}
		List<Label> kinds = this.load.types()
			.stream()
			.map((type) -> Label.ours(PHASE, LoadApplication.text(type), 1))
			.toList();
		for (Latency latency : result.latencies()) {
			result.targets().add(new Target("p50, ms", latency.what(), latency.millis(50), false, 0.3));
			result.targets().add(new Target("p99, ms", latency.what(), latency.millis(99), false, 1.5));
		}
		result.tables().add(Tables.targets("Targets", result.targets()));
		String title = "From send to handler start, " + this.rate.rate() + " jobs/s";
		result.tables().add(Tables.latencies(title, result.latencies()));
		result.tables().add(Tables.medians("Cost, " + this.rate.rate() + " jobs/s", result, kinds));
		result.charts().addAll(Charts.latencies(result.latencies()));
		return result;
	}

	private void measure(Bench bench, LoadApplication application, Label label, Phases phases, Result result) {
		Histogram nanos = histogram();
		Work work = application.expect(this.rate.jobs(), new Work.Plan(this.handler.time(), 0,
				(number, sent) -> nanos.recordValue(Math.max(0, System.nanoTime() - sent))));
		application.listener().start();
		Meter.Phase phase = bench.meter().begin();
		Duration behind = application.sender().atRate(this.rate.jobs(), this.rate.rate());
		work.await();
		application.awaitRest();
		bench.keep(phase.end(label, this.rate.jobs()), result);
		application.listener().stop();
		phases.check(label, work);
		result.latencies().add(Latency.of(label.queue(), nanos));
		result.notes().add(note(label, behind));
	}

	static String note(Label label, Duration behind) {
		return label.queue() + ": the sender was behind its schedule by "
				+ Tables.number("%.1f", behind.toNanos() / 1e6) + " ms at most";
	}

	/** A histogram of nanoseconds, with three significant digits. */
	static Histogram histogram() {
		Histogram histogram = new ConcurrentHistogram(TimeUnit.HOURS.toNanos(1), 3);
		histogram.setAutoResize(true);
		return histogram;
	}

}
