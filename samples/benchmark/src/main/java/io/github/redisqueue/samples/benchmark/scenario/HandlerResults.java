package io.github.redisqueue.samples.benchmark.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.benchmark.instance.InstanceKind;
import io.github.redisqueue.samples.benchmark.instance.InstanceMeter;
import io.github.redisqueue.samples.benchmark.options.HandlerRow;
import io.github.redisqueue.samples.benchmark.result.Chart;
import io.github.redisqueue.samples.benchmark.result.Figure;
import io.github.redisqueue.samples.benchmark.result.Figures;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Latency;
import io.github.redisqueue.samples.benchmark.result.Measurement;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.samples.benchmark.result.Table;
import org.HdrHistogram.Histogram;

/**
 * Collects what was measured of handlers that take time, and shows it.
 */
final class HandlerResults {

	private static final List<String> COLUMNS = List.of("instances x jobs at a time x time", "jobs/s", "of nominal",
			"use", Figure.CLIENT_CPU.title(), Figure.REDIS_CPU.title(), Figure.SCRIPTS.title(), Figure.PUSHES.title(),
			Figure.POPS.title(), "wait p50, ms", "wait p99, ms", "wait max, ms", "share");

	private static final double MILLIS = 1e6;

	private final Bench bench;

	private final Result result;

	private final Map<String, Histogram> waits = new HashMap<>();

	private final List<List<String>> rows = new ArrayList<>();

	private final Map<String, List<Chart.Point>> uses = new HashMap<>();

	HandlerResults(Bench bench, Result result) {
		this.bench = bench;
		this.result = result;
	}

	static String cold(HandlerRow row) {
		return row.name() + ", cold";
	}

	static Label plain(HandlerRow row, InstanceKind kind, int round) {
		return Label.ours(row.name(), kind.name() + ", plain threads", round);
	}

	Bench bench() {
		return this.bench;
	}

	void note(String text) {
		this.result.notes().add(text);
	}

	void keep(InstanceMeter.Measured measured) {
		Measurement measurement = measured.measurement();
		this.bench.keep(measurement, this.result);
		if (!measurement.label().inWarmup()) {
			this.waits.computeIfAbsent(key(measurement.label()), (key) -> new Histogram(3)).add(measured.waits());
		}
	}

	private static String key(Label label) {
		return label.queue() + ", " + label.phase();
	}

	/** Adds the table, the chart and the latencies. */
	void show(List<HandlerRow> rows, List<InstanceKind> kinds) {
		for (HandlerRow row : rows) {
			kinds.forEach((kind) -> add(row, kind));
		}
		this.result.tables().add(new Table("Handlers that take time, medians of rounds", COLUMNS, this.rows));
		List<Chart.Series> series = kinds.stream()
			.map((kind) -> new Chart.Series(kind.name(), this.uses.getOrDefault(kind.name(), List.of())))
			.toList();
		if (!rows.isEmpty()) {
			this.result.charts().add(new Chart("Use of the handlers", "", "use", Chart.Style.NAMED, series));
		}
		note("Nominal is what handlers reach that take exactly their time. Use is the ratio to as many threads that "
				+ "only sleep that long, in turns in the same processes; for queues that are not written in Java, the "
				+ "ratio to nominal.");
		note("Wait is the time from the call that leases a job to the begin of its handler, of all rounds. Share is "
				+ "the fewest and the most jobs of an instance, by an equal share.");
		note("Cold are the first jobs of the processes, until they have handled as many as --cold says; their use is by "
				+ "the same threads. Client CPU is that of the instances, without the process that adds the jobs.");
	}

	private void add(HandlerRow row, InstanceKind kind) {
		Figures plain = this.result.median(plain(row, kind, 1));
		double measure = kind.hasThreads() ? plain.get(Figure.RATE) : row.perSecond();
		if (row.instances() > 1) {
			add(row, measure, Label.ours(cold(row), kind.name(), 1));
		}
		Label warm = Label.ours(row.name(), kind.name(), 1);
		double use = add(row, measure, warm);
		List<Chart.Point> points = this.uses.computeIfAbsent(kind.name(), (name) -> new ArrayList<>());
		points.add(new Chart.Point(points.size(), use, row.toString()));
		if (kind.hasThreads()) {
			add(row, measure, plain(row, kind, 1));
		}
	}

	/** Returns the use. */
	private double add(HandlerRow row, double measure, Label label) {
		Figures median = this.result.median(label);
		double rate = median.get(Figure.RATE);
		List<String> cells = new ArrayList<>(
				List.of(key(label), median.text(Figure.RATE), ratio(rate / row.perSecond()), ratio(rate / measure)));
		for (Figure figure : List.of(Figure.CLIENT_CPU, Figure.REDIS_CPU, Figure.SCRIPTS, Figure.PUSHES, Figure.POPS)) {
			cells.add(median.text(figure));
		}
		Histogram waited = this.waits.get(key(label));
		if (waited.getTotalCount() > 0) {
			this.result.latencies().add(Latency.of(key(label), waited));
		}
		for (double percent : List.of(50.0, 99.0, 100.0)) {
			cells.add((waited.getTotalCount() > 0)
					? Tables.number("%.2f", waited.getValueAtPercentile(percent) / MILLIS) : "-");
		}
		cells.add((row.instances() > 1) ? median.text(Figure.LEAST_SHARE) + " to " + median.text(Figure.LARGEST_SHARE)
				: "-");
		this.rows.add(cells);
		return rate / measure;
	}

	private static String ratio(double value) {
		return Tables.number("%.3f", value);
	}

}
