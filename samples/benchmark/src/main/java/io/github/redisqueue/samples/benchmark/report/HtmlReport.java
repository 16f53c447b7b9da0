package io.github.redisqueue.samples.benchmark.report;

import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.redisqueue.samples.benchmark.result.Table;

/**
 * Writes a report as an HTML page without external resources.
 */
final class HtmlReport {

	private static final String STYLE = """
			body { font: 15px/1.45 system-ui, sans-serif; color: #222; max-width: 1100px; margin: 2em auto; padding: 0 1em }
			h1 { font-size: 1.5em } h2 { font-size: 1.1em; margin: 2em 0 .5em }
			table { border-collapse: collapse; font-variant-numeric: tabular-nums }
			th, td { text-align: right; padding: .25em .8em; border-bottom: 1px solid #ddd; white-space: nowrap }
			th:first-child, td:first-child { text-align: left }
			.scroll { overflow-x: auto } .met { color: #1a7f37 } .missed { color: #b42318; font-weight: 600 }
			svg { width: 100%; height: auto } svg text { font: 12px system-ui, sans-serif; fill: #444 }
			""";

	private HtmlReport() {
	}

	static void write(Report report, Writer writer) {
		Markup page = new Markup(writer);
		String title = "Redis Queue benchmark: " + report.command();
		page.document("<!DOCTYPE html>").open("html", "lang", "en").open("head").empty("meta", "charset", "utf-8");
		page.element("title", title).element("style", STYLE).close().open("body").element("h1", title);
		page.element("p", report.started() + ". " + report.environment().redis() + ", " + report.environment().java()
				+ ", " + report.environment().system() + ", " + report.environment().processors() + " processors.");
		page.element("p",
				report.options()
					.entrySet()
					.stream()
					.sorted(Map.Entry.comparingByKey())
					.map((option) -> option.getKey() + "=" + option.getValue())
					.collect(Collectors.joining("  ")));
		report.result().tables().forEach((table) -> write(table, page));
		report.result().charts().forEach((chart) -> new SvgChart(chart, page).draw());
		page.element("h2", "Notes").open("ul");
		report.result().notes().forEach((note) -> page.element("li", note));
		page.close().close().close().end();
	}

	private static void write(Table table, Markup page) {
		page.element("h2", table.title()).open("div", "class", "scroll").open("table").open("thead");
		row("th", table.columns(), page);
		page.close().open("tbody");
		table.rows().forEach((row) -> row("td", row, page));
		page.close().close().close();
	}

	private static void row(String cell, List<String> texts, Markup page) {
		page.open("tr");
		for (String text : texts) {
			if (text.endsWith(" met") || text.endsWith(" missed")) {
				page.element(cell, text, "class", text.substring(text.lastIndexOf(' ') + 1));
			}
			else {
				page.element(cell, text);
			}
		}
		page.close();
	}

}
