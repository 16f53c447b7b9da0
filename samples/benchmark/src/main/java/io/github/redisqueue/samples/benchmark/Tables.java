package io.github.redisqueue.samples.benchmark;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import io.github.redisqueue.samples.benchmark.Result.Target;
import io.github.redisqueue.samples.benchmark.load.Latency;
import io.github.redisqueue.samples.report.Report.Table;

/**
 * Tables that several scenarios show.
 */
final class Tables {

	private Tables() {
	}

	/** The medians of a phase: a row for each figure, a column for each queue. */
	static Table medians(String title, Bench bench, String phase, List<String> queues) {
		List<List<String>> rows = new ArrayList<>();
		for (Figure figure : Figure.values()) {
			List<String> cells = queues.stream().map((queue) -> bench.median(phase, queue).text(figure)).toList();
			if (!cells.stream().allMatch("-"::equals)) {
				rows.add(row(figure.title(), cells));
			}
		}
		return new Table(title, row("median of rounds", queues), rows);
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
