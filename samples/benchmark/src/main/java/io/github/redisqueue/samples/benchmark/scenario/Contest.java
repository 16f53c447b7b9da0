package io.github.redisqueue.samples.benchmark.scenario;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.samples.benchmark.contender.ContenderKind;
import io.github.redisqueue.samples.benchmark.contender.ContenderLaunch;
import io.github.redisqueue.samples.benchmark.contender.ContenderPlan;
import io.github.redisqueue.samples.benchmark.contender.ContenderReport;
import io.github.redisqueue.samples.benchmark.contender.ContenderRun;
import io.github.redisqueue.samples.benchmark.result.Figures;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Latency;
import io.github.redisqueue.samples.benchmark.result.Measurement;
import io.github.redisqueue.samples.benchmark.result.Median;
import io.github.redisqueue.samples.benchmark.result.Result;
import org.HdrHistogram.Histogram;

/**
 * Measures contenders in rounds. Each round measures each of them in a new JVM, and
 * begins with another one.
 */
final class Contest {

	private final Bench bench;

	private final ContenderLaunch launch;

	private final Result result;

	private final Map<String, List<Histogram>> latencies = new HashMap<>();

	Contest(Bench bench, Path output, Result result) {
		this.bench = bench;
		this.launch = new ContenderLaunch(bench.server().uri(), output.resolve("contenders"));
		this.result = result;
	}

	/** The options of the JVM are for the contenders with the given names. */
	void run(List<ContenderKind> kinds, int rounds, ContenderPlan plan, List<String> options, Set<String> names)
			throws InterruptedException {
		List<ContenderKind> order = new ArrayList<>(kinds);
		for (int round = 1; round <= rounds; round++) {
			for (ContenderKind kind : order) {
				this.bench.server().purge();
				ContenderReport report = this.launch.measure(kind, plan,
						names.contains(kind.name()) ? options : List.of());
				keep(kind.name(), round, plan, report);
			}
			Collections.rotate(order, -1);
		}
	}

	private void keep(String name, int round, ContenderPlan plan, ContenderReport report) {
		for (String phase : List.of(ContenderRun.FRESH, ContenderRun.WARM)) {
			Measurement measurement = report.measurement(Label.ours(phase, name, round));
			this.result.measurements().add(measurement);
			Histogram nanos = report.latencies(phase);
			this.latencies.computeIfAbsent(key(name, phase), (key) -> new ArrayList<>()).add(nanos);
			this.bench.reportProgress(
					measurement.label() + ": p50 " + millis(nanos, 50) + " ms, p99 " + millis(nanos, 99) + " ms");
		}
		if (plan.bulk() != null) {
			for (String phase : List.of(ContenderRun.BULK, ContenderRun.DRAIN, ContenderRun.SINGLE)) {
				this.bench.keep(report.measurement(Label.ours(phase, name, round)), this.result);
			}
		}
	}

	private static String millis(Histogram nanos, double percent) {
		return Tables.number("%.2f", nanos.getValueAtPercentile(percent) / 1e6);
	}

	private static String key(String name, String phase) {
		return name + ", " + phase;
	}

	/** The median of the rounds of a percentile, in ms. */
	double millis(String name, String phase, double percent) {
		return Median.of(this.latencies.get(key(name, phase))
			.stream()
			.mapToDouble((nanos) -> nanos.getValueAtPercentile(percent) / 1e6));
	}

	/** The latencies of all rounds. */
	Latency latency(String name, String phase) {
		Histogram all = LatencyScenario.histogram();
		this.latencies.get(key(name, phase)).forEach(all::add);
		return Latency.of(key(name, phase), all);
	}

	Figures median(String name, String phase) {
		return this.result.median(Label.ours(phase, name, 1));
	}

}
