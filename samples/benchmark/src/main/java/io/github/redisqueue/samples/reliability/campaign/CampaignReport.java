package io.github.redisqueue.samples.reliability.campaign;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.redisqueue.samples.reliability.checker.Verdict;
import io.github.redisqueue.samples.reliability.checker.Verdict.Figures;
import io.github.redisqueue.samples.reliability.checker.Verdict.Losses;
import io.github.redisqueue.samples.reliability.checker.Violation;
import io.github.redisqueue.samples.report.Report;
import io.github.redisqueue.samples.report.Report.Table;

/**
 * The report of a campaign, which can be repeated with its seeds.
 */
record CampaignReport(Instant started, List<Long> seeds, List<Cell> cells) {

	private static final int MOST_VIOLATIONS = 200;

	private static final double MICROS_IN_MILLI = 1000;

	@JsonProperty
	boolean isSound() {
		return this.cells.stream().allMatch((cell) -> cell.verdict().isSound());
	}

	void write(Path directory, PrintWriter out) throws IOException {
		List<Table> tables = new ArrayList<>(List.of(faults()));
		losses().ifPresent(tables::add);
		tables.add(invariants());
		new Report("Redis Queue reliability",
				List.of(this.started + ", seed " + text(this.seeds) + ", Java " + System.getProperty("java.version")
						+ ", " + Runtime.getRuntime().availableProcessors() + " processors"),
				tables, violations().limit(MOST_VIOLATIONS).map(Violation::toString).toList())
			.write(directory, "reliability", this, out);
	}

	static String text(List<Long> seeds) {
		return seeds.stream().map(String::valueOf).collect(Collectors.joining(","));
	}

	private Table faults() {
		List<List<String>> rows = new ArrayList<>();
		for (Cell cell : this.cells) {
			Figures figures = cell.verdict().figures();
			List<Long> recoveries = figures.recoveries().stream().sorted().toList();
			rows.add(List.of(cell.fault(), Long.toString(cell.seed()), Long.toString(figures.faults()),
					Long.toString(figures.operations()), Long.toString(figures.added()),
					Long.toString(figures.executions()), Long.toString(figures.repeated()), share(recoveries, 0.5),
					share(recoveries, 1), millis(cell.verdict().drain()), verdict(cell.verdict().violations().size())));
		}
		return new Table("Faults", List.of("fault", "seed", "faults", "operations", "jobs", "executions", "repeated",
				"recovery p50, ms", "recovery max, ms", "drain, ms", "invariants"), rows);
	}

	private Optional<Table> losses() {
		List<List<String>> rows = new ArrayList<>();
		for (Cell cell : this.cells) {
			Losses losses = cell.verdict().losses();
			if (losses.confirmed() > 0) {
				rows.add(List.of(cell.fault(), Long.toString(cell.seed()), Long.toString(losses.confirmed()),
						Long.toString(losses.lost()), millis(losses.micros())));
			}
		}
		return rows.isEmpty() ? Optional.empty() : Optional.of(new Table("Losses",
				List.of("fault", "seed", "jobs confirmed when they might be lost", "lost", "window, ms"), rows));
	}

	private static String millis(long micros) {
		return String.format(Locale.ROOT, "%.0f", micros / MICROS_IN_MILLI);
	}

	private static String share(List<Long> sorted, double share) {
		return sorted.isEmpty() ? "" : millis(sorted.get((int) Math.max(0, Math.ceil(share * sorted.size()) - 1)));
	}

	private static String verdict(long violations) {
		return (violations == 0) ? "sound" : violations + " violated";
	}

	private Table invariants() {
		Map<String, String> titles = new LinkedHashMap<>();
		this.cells.forEach((cell) -> titles.putAll(cell.verdict().invariants()));
		List<List<String>> rows = new ArrayList<>();
		titles.forEach((id, title) -> rows.add(List.of(id + ": " + title,
				verdict(violations().filter((found) -> found.invariant().equals(id)).count()))));
		return new Table("Invariants", List.of("invariant", "all cells"), rows);
	}

	private Stream<Violation> violations() {
		return this.cells.stream().flatMap((cell) -> cell.verdict().violations().stream());
	}

	record Cell(String fault, long seed, Path histories, Verdict verdict) {

	}

}
