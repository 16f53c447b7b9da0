package io.github.redisqueue.samples.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import tools.jackson.databind.json.JsonMapper;

/**
 * A report as text, as JSON, and as an HTML page without external resources.
 */
public record Report(String title, List<String> about, List<Table> tables, List<String> notes) {

	private static final String STYLE = """
			body { font: 15px/1.45 system-ui, sans-serif; color: #222; max-width: 1200px; margin: 2em auto; padding: 0 1em }
			h1 { font-size: 1.5em } h2 { font-size: 1.1em; margin: 2em 0 .5em }
			table { border-collapse: collapse; font-variant-numeric: tabular-nums }
			th, td { text-align: right; padding: .25em .8em; border-bottom: 1px solid #ddd; white-space: nowrap }
			th:first-child, td:first-child { text-align: left }
			.scroll { overflow-x: auto } .met, .sound { color: #1a7f37 }
			.missed, .violated { color: #b42318; font-weight: 600 }
			""";

	/** The last words of cells that are marked. */
	private static final Set<String> MARKED = Set.of("met", "missed", "sound", "violated");

	/**
	 * Writes the report as JSON and as an HTML page, into a directory that is created if
	 * necessary.
	 */
	public void write(Path directory, String name, Object figures, PrintWriter out) throws IOException {
		Files.createDirectories(directory);
		Path json = directory.resolve(name + ".json");
		Files.writeString(json, JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(figures));
		Path html = directory.resolve(name + ".html");
		Files.writeString(html, page());
		out.println("Written: " + json + " and " + html);
	}

	private String page() {
		String title = escaped(this.title);
		StringBuilder page = new StringBuilder("""
				<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"/><title>%s</title><style>
				%s</style></head><body><h1>%s</h1>
				""".formatted(title, STYLE, title));
		this.about.forEach((line) -> page.append("<p>").append(escaped(line)).append("</p>\n"));
		for (Table table : this.tables) {
			page.append("<h2>").append(escaped(table.title())).append("</h2><div class=\"scroll\"><table>\n");
			append(table.columns(), "th", page);
			table.rows().forEach((row) -> append(row, "td", page));
			page.append("</table></div>\n");
		}
		page.append("<ul>\n");
		this.notes.forEach((note) -> page.append("<li>").append(escaped(note)).append("</li>\n"));
		return page.append("</ul></body></html>\n").toString();
	}

	private static void append(List<String> cells, String tag, StringBuilder page) {
		page.append("<tr>");
		for (String text : cells) {
			String last = text.substring(text.lastIndexOf(' ') + 1);
			page.append('<').append(tag).append(MARKED.contains(last) ? " class=\"" + last + "\">" : ">");
			page.append(escaped(text)).append("</").append(tag).append('>');
		}
		page.append("</tr>\n");
	}

	private static String escaped(String text) {
		return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
	}

	public String text() {
		StringBuilder text = new StringBuilder("%n%s: %s%n".formatted(this.title, String.join(" ", this.about)));
		for (Table table : this.tables) {
			int[] widths = IntStream.range(0, table.columns().size()).map(table::width).toArray();
			text.append("%n%s%n".formatted(table.title()));
			append(table.columns(), widths, text);
			text.append("-".repeat(IntStream.of(widths).sum() + 2 * (widths.length - 1))).append("%n".formatted());
			table.rows().forEach((row) -> append(row, widths, text));
		}
		text.append("%n".formatted());
		this.notes.forEach((note) -> text.append("- %s%n".formatted(note)));
		return text.toString();
	}

	private static void append(List<String> cells, int[] widths, StringBuilder text) {
		for (int i = 0; i < widths.length; i++) {
			String space = " ".repeat(widths[i] - cells.get(i).length());
			text.append((i == 0) ? cells.get(i) + space : "  " + space + cells.get(i));
		}
		text.append("%n".formatted());
	}

	/** A table. The first column names the rows, the others hold numbers. */
	public record Table(String title, List<String> columns, List<List<String>> rows) {

		public Table {
			for (List<String> row : rows) {
				if (row.size() != columns.size()) {
					throw new IllegalArgumentException(
							"The row " + row + " must have as many cells as there are columns: " + columns);
				}
			}
		}

		int width(int column) {
			return Math.max(this.columns.get(column).length(),
					this.rows.stream().mapToInt((row) -> row.get(column).length()).max().orElse(0));
		}

	}

}
