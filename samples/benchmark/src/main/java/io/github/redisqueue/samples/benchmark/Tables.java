package io.github.redisqueue.samples.benchmark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import io.github.redisqueue.samples.benchmark.load.Latency;
import io.github.redisqueue.samples.report.Table;

/**
 * Tables that several scenarios show.
 */
final class Tables {

	private Tables() {
	}

	/** The medians of a phase: a row for each figure, a column for each queue. */
	static Table medians(String title, Result result, String phase, List<String> queues) {
		List<String> columns = new ArrayList<>(List.of("median of rounds"));
		columns.addAll(queues);
		List<List<String>> rows = new ArrayList<>();
		for (Figure figure : Figure.values()) {
			List<String> row = new ArrayList<>(List.of(figure.title()));
			queues.forEach((queue) -> row.add(result.median(new Label(phase, queue, 1)).text(figure)));
			if (row.stream().skip(1).anyMatch((cell) -> !cell.equals("-"))) {
				rows.add(row);
			}
		}
		return new Table(title, columns, rows);
	}

	/**
	 * The targets and the measured values: a row for each figure, a column for each
	 * queue.
	 */
	static Table targets(String title, List<Target> targets) {
		Map<String, List<String>> rows = new LinkedHashMap<>();
		for (Target target : targets) {
			rows.computeIfAbsent(target.figure(), (figure) -> new ArrayList<>(List.of(figure))).add(target.text());
		}
		Stream<String> queues = targets.stream().map(Target::queue).distinct();
		return new Table(title, Stream.concat(Stream.of("measured (target)"), queues).toList(),
				List.copyOf(rows.values()));
	}

	/** Percentiles in milliseconds: a row for each latency. */
	static Table latencies(String title, List<Latency> latencies) {
		List<String> columns = new ArrayList<>(List.of("ms", "jobs"));
		columns.addAll(latencies.get(0).millis().keySet());
		List<List<String>> rows = new ArrayList<>();
		for (Latency latency : latencies) {
			List<String> row = new ArrayList<>(List.of(latency.what(), number("%,d", latency.count())));
			latency.millis().values().forEach((millis) -> row.add(number("%.3f", millis)));
			rows.add(row);
		}
		return new Table(title, columns, rows);
	}

	static String number(String format, Object value) {
		return String.format(Locale.ROOT, format, value);
	}

}
