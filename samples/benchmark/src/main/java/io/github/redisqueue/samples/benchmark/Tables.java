package io.github.redisqueue.samples.benchmark;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import io.github.redisqueue.samples.benchmark.Result.Target;
import io.github.redisqueue.samples.benchmark.load.Latency;
import io.github.redisqueue.samples.report.Report.Table;

/**
 * Tables that several scenarios show.
 */
final class Tables {

	private static final List<Figure> COSTS = List.of(Figure.RATE, Figure.P50, Figure.P99, Figure.CLIENT_CPU,
			Figure.REDIS_CPU, Figure.COMMANDS, Figure.INPUT, Figure.MEMORY, Figure.ALLOCATED);

	private Tables() {
	}

	/** What jobs cost, the medians of rounds: a row for each queue and phase. */
	static Table costs(String title, Bench bench, List<String> phases, Collection<String> queues) {
		return costs(title, phases, queues, (label, figure) -> bench.median(label).text(figure));
	}

	/** The same as ratios to other queues, the medians of those of the rounds. */
	static Table ratios(String title, Bench bench, List<String> phases, Map<String, String> bases) {
		return costs(title, phases, bases.keySet(), (label, figure) -> {
			double ratio = bench.ratio(figure, label.phase(), label.queue(), bases.get(label.queue()));
			return Double.isNaN(ratio) ? "-" : number("%.2f", ratio);
		});
	}

	private static Table costs(String title, List<String> phases, Collection<String> queues,
			BiFunction<Label, Figure, String> cell) {
		List<List<String>> rows = new ArrayList<>();
		queues.forEach((queue) -> phases.forEach((phase) -> rows.add(row(queue + ", " + phase,
				COSTS.stream().map((figure) -> cell.apply(new Label(phase, queue, 1), figure)).toList()))));
		return new Table(title, row("", COSTS.stream().map(Figure::title).toList()), rows);
	}

	/**
	 * The targets and the measured values: a row for each figure, a column for each
	 * queue.
	 */
	static Table targets(String title, List<Target> targets) {
		Map<String, List<String>> cells = new LinkedHashMap<>();
		targets.forEach(
				(target) -> cells.computeIfAbsent(target.figure(), (figure) -> new ArrayList<>()).add(target.text()));
		List<List<String>> rows = new ArrayList<>();
		cells.forEach((figure, texts) -> rows.add(row(figure, texts)));
		return new Table(title, row("measured (target)", targets.stream().map(Target::queue).distinct().toList()),
				rows);
	}

	/** Percentiles in milliseconds: a row for each latency. */
	static Table latencies(String title, List<Latency> latencies) {
		return new Table(title, row("ms", row("jobs", latencies.get(0).millis().keySet())),
				latencies.stream().map(Tables::latency).toList());
	}

	private static List<String> latency(Latency latency) {
		List<String> millis = latency.millis().values().stream().map((value) -> number("%.3f", value)).toList();
		return row(latency.what(), row(number("%,d", latency.count()), millis));
	}

	static List<String> row(String name, Collection<String> cells) {
		return Stream.concat(Stream.of(name), cells.stream()).toList();
	}

	static String number(String format, Object value) {
		return String.format(Locale.ROOT, format, value);
	}

}
