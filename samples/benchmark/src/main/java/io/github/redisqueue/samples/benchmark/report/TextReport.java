package io.github.redisqueue.samples.benchmark.report;

import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.samples.benchmark.result.Table;

/**
 * Formats a report as text.
 */
final class TextReport {

	private TextReport() {
	}

	static String of(Report report) {
		StringBuilder text = new StringBuilder();
		text.append(String.format("%n%s: %s, %s, %s, %d processors%n", report.command(), report.environment().redis(),
				report.environment().java(), report.environment().system(), report.environment().processors()));
		report.result().tables().forEach((table) -> append(table, text));
		text.append(String.format("%n"));
		report.result().notes().forEach((note) -> text.append(String.format("- %s%n", note)));
		return text.toString();
	}

	private static void append(Table table, StringBuilder text) {
		int[] widths = new int[table.columns().size()];
		for (int i = 0; i < widths.length; i++) {
			int at = i;
			widths[i] = Math.max(table.columns().get(i).length(),
					table.rows().stream().mapToInt((row) -> row.get(at).length()).max().orElse(0));
		}
		text.append(String.format("%n%s%n", table.title()));
		append(table.columns(), widths, text);
		text.append("-".repeat(IntStream.of(widths).sum() + 2 * (widths.length - 1)));
		text.append(String.format("%n"));
		table.rows().forEach((row) -> append(row, widths, text));
	}

	private static void append(List<String> cells, int[] widths, StringBuilder text) {
		for (int i = 0; i < widths.length; i++) {
			String space = " ".repeat(widths[i] - cells.get(i).length());
			text.append((i == 0) ? cells.get(i) + space : "  " + space + cells.get(i));
		}
		text.append(String.format("%n"));
	}

}
