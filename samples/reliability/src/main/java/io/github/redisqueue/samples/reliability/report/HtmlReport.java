package io.github.redisqueue.samples.reliability.report;

import java.io.Writer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.campaign.CellResult;
import io.github.redisqueue.samples.reliability.checker.Losses;
import io.github.redisqueue.samples.reliability.checker.Verdict.Figures;
import io.github.redisqueue.samples.reliability.checker.Violation;

/**
 * Writes a report as one HTML page without external resources.
 */
final class HtmlReport {

	private static final String STYLE = """
			body { font: 15px/1.45 system-ui, sans-serif; color: #222; max-width: 1200px; margin: 2em auto; padding: 0 1em }
			h1 { font-size: 1.5em } h2 { font-size: 1.1em; margin: 2em 0 .5em }
			table { border-collapse: collapse; font-variant-numeric: tabular-nums }
			th, td { text-align: right; padding: .25em .8em; border-bottom: 1px solid #ddd; white-space: nowrap }
			th:first-child, td:first-child { text-align: left }
			.scroll { overflow-x: auto } .sound { color: #1a7f37 } .violated { color: #b42318; font-weight: 600 }
			""";

	private static final int MOST_VIOLATIONS = 200;

	private static final double MICROS_IN_MILLI = 1000;

	private final Report report;

	private final Markup page;

	HtmlReport(Report report, Writer writer) {
		this.report = report;
		this.page = new Markup(writer);
	}

	void write() {
		String title = "Redis Queue reliability";
		this.page.document("<!DOCTYPE html>")
			.open("html", "lang", "en")
			.open("head")
			.empty("meta", "charset", "utf-8")
			.element("title", title)
			.element("style", STYLE)
			.close()
			.open("body")
			.element("h1", title)
			.element("p",
					this.report.started() + ", seed " + Report.text(this.report.seeds()) + ", Java "
							+ System.getProperty("java.version") + ", " + Runtime.getRuntime().availableProcessors()
							+ " processors");
		faults();
		losses();
		queues();
		invariants();
		violations();
		this.page.close().close().end();
	}

	private void faults() {
		List<List<String>> rows = new ArrayList<>();
		for (CellResult cell : this.report.cells()) {
			Figures figures = cell.verdict().figures();
			List<Long> recoveries = figures.recoveries().stream().sorted().toList();
			rows.add(List.of(cell.fault(), Long.toString(cell.seed()), Long.toString(figures.faults()),
					Long.toString(figures.operations()), Long.toString(figures.added()),
					Long.toString(figures.executions()), Long.toString(figures.repeated()), share(recoveries, 0.5),
					share(recoveries, 1), millis(cell.verdict().drain()), verdict(cell.verdict().violations().size())));
		}
		table("Faults", List.of("fault", "seed", "faults", "operations", "jobs", "executions", "repeated",
				"recovery p50, ms", "recovery max, ms", "drain, ms", "invariants"), rows);
	}

	private void losses() {
		List<List<String>> rows = new ArrayList<>();
		for (CellResult cell : this.report.cells()) {
			Losses losses = cell.verdict().losses();
			if (losses.confirmed() > 0) {
				rows.add(List.of(cell.fault(), Long.toString(cell.seed()), Long.toString(losses.confirmed()),
						Long.toString(losses.lost()), millis(losses.micros())));
			}
		}
		if (!rows.isEmpty()) {
			table("Losses", List.of("fault", "seed", "jobs confirmed when they might be lost", "lost", "window, ms"),
					rows);
		}
	}

	private static String millis(long micros) {
		return String.format(Locale.ROOT, "%.0f", micros / MICROS_IN_MILLI);
	}

	private static String share(List<Long> sorted, double share) {
		if (sorted.isEmpty()) {
			return "";
		}
		return millis(sorted.get((int) Math.max(0, Math.ceil(share * sorted.size()) - 1)));
	}

	private static String verdict(long violations) {
		return (violations == 0) ? "sound" : violations + " violated";
	}

	private void queues() {
		Collection<String> queues = new TreeSet<>();
		this.report.cells().forEach((cell) -> queues.addAll(cell.verdict().queues().keySet()));
		List<List<String>> rows = new ArrayList<>();
		for (CellResult cell : this.report.cells()) {
			List<String> row = new ArrayList<>(List.of(cell.fault(), Long.toString(cell.seed())));
			queues.forEach((queue) -> row.add(text(cell, queue)));
			rows.add(row);
		}
		List<String> columns = new ArrayList<>(List.of("executions (repeated)", "seed"));
		columns.addAll(queues);
		table("Faults and queues", columns, rows);
	}

	private static String text(CellResult cell, String queue) {
		Figures figures = cell.verdict().queues().get(queue);
		long violations = cell.verdict()
			.violations()
			.stream()
			.filter((violation) -> violation.subject().queue().equals(queue))
			.count();
		if (figures == null) {
			return "";
		}
		String text = figures.executions() + " (" + figures.repeated() + ")";
		return (violations == 0) ? text : text + ", " + verdict(violations);
	}

	private void invariants() {
		Map<String, String> titles = new LinkedHashMap<>();
		this.report.cells().forEach((cell) -> titles.putAll(cell.verdict().invariants()));
		List<List<String>> rows = new ArrayList<>();
		titles.forEach((id, title) -> rows
			.add(List.of(id + ": " + title, verdict(all().filter((found) -> found.invariant().equals(id)).count()))));
		table("Invariants", List.of("invariant", "all cells"), rows);
	}

	private Stream<Violation> all() {
		return this.report.cells().stream().flatMap((cell) -> cell.verdict().violations().stream());
	}

	private void violations() {
		if (this.report.isSound()) {
			return;
		}
		this.page.element("h2", "Violations").open("ul");
		all().limit(MOST_VIOLATIONS)
			.forEach((found) -> this.page.element("li", found.invariant() + " " + found.subject().queue() + " "
					+ found.subject().job() + ": " + found.message()));
		this.page.close();
	}

	private void table(String title, List<String> columns, List<List<String>> rows) {
		this.page.element("h2", title).open("div", "class", "scroll").open("table").open("thead");
		row("th", columns);
		this.page.close().open("tbody");
		rows.forEach((row) -> row("td", row));
		this.page.close().close().close();
	}

	private void row(String cell, List<String> texts) {
		this.page.open("tr");
		for (String text : texts) {
			if (text.equals("sound")) {
				this.page.element(cell, text, "class", text);
			}
			else if (text.endsWith("violated")) {
				this.page.element(cell, text, "class", "violated");
			}
			else {
				this.page.element(cell, text);
			}
		}
		this.page.close();
	}

}
