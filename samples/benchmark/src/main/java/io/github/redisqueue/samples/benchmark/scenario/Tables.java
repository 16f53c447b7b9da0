package io.github.redisqueue.samples.benchmark.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.github.redisqueue.samples.benchmark.result.Figure;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Latency;
import io.github.redisqueue.samples.benchmark.result.Measurement;
import io.github.redisqueue.samples.benchmark.result.Measurement.CommandUse;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.samples.benchmark.result.Table;
import io.github.redisqueue.samples.benchmark.result.Target;

/**
 * Tables that several scenarios show.
 */
final class Tables {

	private static final int MAX_COMMANDS = 8;

	private Tables() {
	}

	/** The medians of each kind: a row for each figure, a column for each kind. */
	static Table medians(String title, Result result, List<Label> kinds) {
		List<String> columns = new ArrayList<>(List.of("median of rounds"));
		kinds.forEach((kind) -> columns.add(kind.who()));
		List<List<String>> rows = new ArrayList<>();
		for (Figure figure : Figure.values()) {
			List<String> row = new ArrayList<>(List.of(figure.title()));
			kinds.forEach((kind) -> row.add(result.median(kind).text(figure)));
			if (row.stream().skip(1).anyMatch((cell) -> !cell.equals("-"))) {
				rows.add(row);
			}
		}
		return new Table(title, columns, rows);
	}

	/**
	 * The commands that the server ran in all rounds of each kind, the most expensive
	 * first.
	 */
	static Table commands(String title, Result result, List<Label> kinds) {
		List<List<String>> rows = new ArrayList<>();
		for (Label kind : kinds) {
			List<Measurement> measurements = result.of(kind);
			double jobs = measurements.stream().mapToLong(Measurement::jobs).sum();
			sum(measurements).entrySet()
				.stream()
				.sorted(Comparator.comparingLong((use) -> -use.getValue().micros()))
				.limit(MAX_COMMANDS)
				.forEach((use) -> rows
					.add(List.of(kind.who() + ": " + use.getKey(), number("%.3f", use.getValue().calls() / jobs),
							number("%.3f", use.getValue().micros() / jobs))));
		}
		return new Table(title, List.of("command (scripts include what they run)", "calls/job", "µs/job"), rows);
	}

	private static Map<String, CommandUse> sum(List<Measurement> measurements) {
		Map<String, CommandUse> sums = new TreeMap<>();
		for (Measurement measurement : measurements) {
			measurement.commands()
				.forEach((name, use) -> sums.merge(name, use,
						(one, other) -> new CommandUse(one.calls() + other.calls(), one.micros() + other.micros())));
		}
		return sums;
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
		List<String> columns = Stream
			.concat(Stream.of("ms", "jobs"), latencies.get(0).percentiles().stream().map(Latency.Percentile::name))
			.toList();
		List<List<String>> rows = latencies.stream()
			.map((latency) -> Stream
				.concat(Stream.of(latency.what(), number("%,d", latency.count())),
						latency.percentiles().stream().map((percentile) -> number("%.3f", percentile.millis())))
				.toList())
			.toList();
		return new Table(title, columns, rows);
	}

	static String number(String format, Object value) {
		return String.format(Locale.ROOT, format, value);
	}

}
