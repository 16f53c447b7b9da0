package io.github.redisqueue.samples.benchmark;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.Latency;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Plan.BatchSettings;
import io.github.redisqueue.samples.benchmark.load.Sender;
import io.github.redisqueue.samples.benchmark.load.Work;
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
final class FairnessScenario extends Scenario {

	private static final int WARM_UP_JOBS = 2000;

	@Mixin
	private final BatchSettings load = new BatchSettings();

	@Option(names = "--rate", paramLabel = "N", defaultValue = "9", description = RATE)
	private int rate;

	@Option(names = "--duration", paramLabel = "TIME", defaultValue = "30s", description = DURATION)
	private Duration duration = Duration.ZERO;

	@Option(names = "--handler-time", paramLabel = "TIME", defaultValue = "10ms",
			description = "how long the handler of a job sleeps (default: ${DEFAULT-VALUE})")
	private Duration handlerTime = Duration.ZERO;

	@Option(names = "--backlog", paramLabel = "N", defaultValue = "100000",
			description = "number of jobs of the large tenant (default: ${DEFAULT-VALUE})")
	private int backlog;

	@Option(names = "--tenants", paramLabel = "N", defaultValue = "9",
			description = "number of small tenants, which send the jobs of --rate in turn (default: ${DEFAULT-VALUE})")
	private int tenants;

	@Option(names = "--max-concurrent", paramLabel = "N", defaultValue = "1",
			description = "how many jobs of each group are open at the same time (default: ${DEFAULT-VALUE})")
	private int maxConcurrent;

	@Override
	void run(Bench bench) {
		for (QueueType type : types()) {
			measure(bench, type, "no groups", Map.of());
			measure(bench, type, "groups", LoadApplication.groups(this.maxConcurrent));
		}
		bench.add(Tables.latencies("From send to handler start: " + this.rate + " jobs/s of " + this.tenants
				+ " tenants, beside " + this.backlog + " jobs of another", bench.result().latencies()));
		bench.note("A job that no handler has begun with at the end counts with the time for which it has waited until "
				+ "then: it would have to wait for longer.");
	}

	private void measure(Bench bench, QueueType type, String way, Map<String, String> properties) {
		String what = LoadApplication.text(type) + ", " + way;
		try (LoadApplication application = bench.start(type, this.load, properties)) {
			bench.warmUp(application, WARM_UP_JOBS);
			int small = jobs(this.rate, this.duration);
			Sender sender = properties.isEmpty() ? application.sender()
					: application.sender().inGroups((number) -> group(number, small));
			sender.inBatches(small, this.backlog);
			Histogram nanos = Latency.histogram();
			AtomicIntegerArray begun = new AtomicIntegerArray(small);
			Work work = new Work(small + this.backlog, this.handlerTime, (number, sent) -> {
				if (number < small && begun.compareAndSet(number, 0, 1)) {
					nanos.recordValue(System.nanoTime() - sent);
				}
			});
			application.expect(work);
			application.listen();
			long begin = System.nanoTime();
			sender.atRate(small, this.rate);
			int missing = 0;
			long end = System.nanoTime();
			for (int number = 0; number < small; number++) {
				if (begun.compareAndSet(number, 0, 1)) {
					long sent = begin + number * TimeUnit.SECONDS.toNanos(1) / this.rate;
					nanos.recordValue(Math.max(0, end - sent));
					missing++;
				}
			}
			application.rest();
			bench.server().purge();
			bench.add(Latency.of(what, nanos));
			note(bench, what, work, missing);
		}
	}

	private String group(int number, int small) {
		return (number < small) ? "small-" + number % this.tenants : "large";
	}

	private void note(Bench bench, String what, Work work, int missing) {
		if (missing > 0) {
			bench.note(what + ": no handler had begun with " + missing + " of the jobs at the end.");
		}
		if (work.handled() >= this.backlog) {
			bench.note(what + ": the backlog ended before the measurement. Raise --backlog or --handler-time.");
		}
		bench.reportProgress(what + ": not begun: " + missing);
	}

}
