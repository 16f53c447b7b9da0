package io.github.redisqueue.samples.benchmark.scenario;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.load.Sender;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.benchmark.options.HandlerOptions;
import io.github.redisqueue.samples.benchmark.options.Limited;
import io.github.redisqueue.samples.benchmark.options.Limits;
import io.github.redisqueue.samples.benchmark.options.LoadOptions;
import io.github.redisqueue.samples.benchmark.options.RateOptions;
import io.github.redisqueue.samples.benchmark.result.Latency;
import io.github.redisqueue.samples.benchmark.result.Result;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * One tenant has a backlog, and others send a few jobs. Measures how long the jobs of
 * these wait for their handlers, if each tenant is a group, and if there are no groups.
 */
@Command(name = "fairness",
		description = "Measures how long the jobs of small tenants wait beside the backlog of a large one, "
				+ "with a group for each tenant and without groups.")
final class FairnessScenario extends Scenario implements Limited {

	private static final int WARM_UP_JOBS = 2000;

	@Mixin
	private final LoadOptions load = new LoadOptions();

	@Mixin
	private final RateOptions rate = new RateOptions();

	@Mixin
	private final HandlerOptions handler = new HandlerOptions();

	@Option(names = "--backlog", paramLabel = "N", defaultValue = "100000",
			description = "number of jobs of the large tenant (default: ${DEFAULT-VALUE})")
	private int backlog;

	@Option(names = "--tenants", paramLabel = "N", defaultValue = "9",
			description = "number of small tenants, which send the jobs of --rate in turn (default: ${DEFAULT-VALUE})")
	private int tenants;

	@Option(names = "--max-open", paramLabel = "N", defaultValue = "1",
			description = "how many jobs of each group are open at the same time (default: ${DEFAULT-VALUE})")
	private int maxOpen;

	@Override
	public void check(Limits limits) {
		limits.number("--backlog", this.backlog, 1, 20_000_000);
		limits.number("--tenants", this.tenants, 1, 1_000_000);
		limits.number("--max-open", this.maxOpen, 1, 10_000);
	}

	@Override
	public Result run(Bench bench) {
		Result result = new Result();
		for (QueueType type : this.load.types()) {
			measure(bench, type, "no groups", Map.of(), result);
			measure(bench, type, "groups", LoadApplication.groups(this.maxOpen), result);
		}
		result.tables()
			.add(Tables.latencies("From send to handler start: " + this.rate.rate() + " jobs/s of " + this.tenants
					+ " tenants, beside " + this.backlog + " jobs of another", result.latencies()));
		result.charts().addAll(Charts.latencies(result.latencies()));
		result.notes()
			.add("A job that no handler has begun with at the end counts with the time for which it has waited until "
					+ "then: it would have to wait for longer.");
		return result;
	}

	private void measure(Bench bench, QueueType type, String way, Map<String, String> properties, Result result) {
		String what = LoadApplication.text(type) + ", " + way;
		boolean isGrouped = !properties.isEmpty();
		try (LoadApplication application = bench.start(type, LoadSettings.of(this.load), properties)) {
			new Phases(bench, application, result).warmUp(what, WARM_UP_JOBS, 1);
			bench.server().purge();
			int small = this.rate.jobs();
			Sender sender = isGrouped ? application.sender().inGroups((number) -> group(number, small))
					: application.sender();
			sender.inBatches(small, this.backlog);
			Waits waits = new Waits(small, this.rate.rate());
			Work work = application.expect(small + this.backlog,
					new Work.Plan(this.handler.time(), 0, waits::handlerStarts));
			application.listener().start();
			waits.begin();
			sender.atRate(small, this.rate.rate());
			int missing = waits.end();
			application.listener().stop();
			bench.server().purge();
			note(what, work, small, missing, result);
			result.latencies().add(Latency.of(what, waits.nanos));
			bench.reportProgress(what + ": p99 " + Tables.number("%.1f", Latency.of(what, waits.nanos).millis(99))
					+ " ms, not begun: " + missing + " of " + small);
		}
	}

	private String group(int number, int small) {
		return (number < small) ? "small-" + number % this.tenants : "large";
	}

	private void note(String what, Work work, int small, int missing, Result result) {
		if (missing > 0) {
			result.notes()
				.add(what + ": no handler had begun with " + missing + " of the " + small + " jobs at the end.");
		}
		if (work.handled() >= this.backlog) {
			result.notes().add(what + ": the backlog ended before the measurement. Raise --backlog or --handler-time.");
		}
	}

	/** How long the first jobs wait. */
	private static final class Waits {

		private final Histogram nanos = LatencyScenario.histogram();

		private final AtomicIntegerArray begun;

		private final int rate;

		private long begin;

		Waits(int jobs, int rate) {
			this.begun = new AtomicIntegerArray(jobs);
			this.rate = rate;
		}

		void begin() {
			this.begin = System.nanoTime();
		}

		void handlerStarts(int number, long sent) {
			if (number < this.begun.length() && this.begun.compareAndSet(number, 0, 1)) {
				this.nanos.recordValue(System.nanoTime() - sent);
			}
		}

		/** Counts the jobs that are still waiting, and returns how many these are. */
		int end() {
			int missing = 0;
			long end = System.nanoTime();
			for (int number = 0; number < this.begun.length(); number++) {
				if (this.begun.compareAndSet(number, 0, 1)) {
					long sent = this.begin + number * TimeUnit.SECONDS.toNanos(1) / this.rate;
					this.nanos.recordValue(Math.max(0, end - sent));
					missing++;
				}
			}
			return missing;
		}

	}

}
