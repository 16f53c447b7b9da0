package io.github.redisqueue.samples.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.Latency;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Plan.BatchSettings;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.report.Report.Table;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Sends and handles jobs at a rate for a long time, and records memory and latency, which
 * should not grow.
 */
@Command(name = "soak", description = "Measures heap, Redis memory and latency over a long time at a given rate.")
final class SoakScenario extends Scenario {

	private static final String PHASE = "send and handle at a rate";

	private static final int INTERVALS = 60;

	private static final int WARM_UP_JOBS = 10_000;

	private static final double MILLION = 1e6;

	@Mixin
	private final BatchSettings load = new BatchSettings();

	@Option(names = "--rate", paramLabel = "N", defaultValue = "10000", description = RATE)
	private int rate;

	@Option(names = "--duration", paramLabel = "TIME", defaultValue = "10m", description = DURATION)
	private Duration duration = Duration.ZERO;

	@Override
	void run(Bench bench) {
		List<List<String>> rows = new ArrayList<>();
		int jobs = jobs(this.rate, this.duration.dividedBy(INTERVALS));
		for (QueueType type : types()) {
			try (LoadApplication application = bench.start(type, this.load, Map.of())) {
				bench.warmUp(application, Math.min(WARM_UP_JOBS, jobs));
				rows.addAll(thirds(LoadApplication.text(type), soak(bench, application, type, jobs)));
			}
		}
		bench.add(new Table("Medians of the thirds of the time",
				List.of("third", "jobs/s", "p50 ms", "p99 ms", "max ms", "heap MB", "Redis MB"), rows));
		bench.add(Tables.latencies("From send to handler start", bench.result().latencies()));
		bench.add(Tables.medians("Cost, " + this.rate + " jobs/s", bench, PHASE, queues()));
		bench.note("Heap is the size of the heap after the last garbage collection of each of its parts.");
	}

	private List<double[]> soak(Bench bench, LoadApplication application, QueueType type, int jobs) {
		String queue = LoadApplication.text(type);
		List<double[]> intervals = new ArrayList<>();
		Histogram all = Latency.histogram();
		application.listen();
		for (int interval = 1; interval <= INTERVALS; interval++) {
			Histogram nanos = Latency.histogram();
			Work work = new Work(jobs, Duration.ZERO,
					(number, sent) -> nanos.recordValue(Math.max(0, System.nanoTime() - sent)));
			application.expect(work);
			Meter phase = bench.begin();
			application.sender().atRate(jobs, this.rate);
			work.await();
			Measurement measurement = phase.end(new Label(PHASE, queue, interval), jobs);
			bench.keep(measurement);
			all.add(nanos);
			intervals.add(new double[] { measurement.figures().get(Figure.RATE), Latency.millis(nanos, 50),
					Latency.millis(nanos, 99), Latency.millis(nanos, 100), liveHeap() / MILLION,
					bench.server().info().number("used_memory") / MILLION });
		}
		application.rest();
		bench.add(Latency.of(queue, all));
		return intervals;
	}

	private static long liveHeap() {
		return ManagementFactory.getMemoryPoolMXBeans()
			.stream()
			.filter((pool) -> pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null)
			.mapToLong((pool) -> pool.getCollectionUsage().getUsed())
			.sum();
	}

	private static List<List<String>> thirds(String queue, List<double[]> intervals) {
		List<List<String>> rows = new ArrayList<>();
		int length = intervals.size() / 3;
		for (int third = 0; third < 3; third++) {
			List<double[]> part = intervals.subList(third * length, (third + 1) * length);
			List<String> row = new ArrayList<>(List.of(queue + ", " + List.of("first", "second", "last").get(third)));
			for (int i = 0; i < part.get(0).length; i++) {
				int column = i;
				row.add(Tables.number("%,.2f", Figures.median(part.stream().mapToDouble((values) -> values[column]))));
			}
			rows.add(row);
		}
		return rows;
	}

}
