package io.github.redisqueue.samples.report;

import java.util.List;

/**
 * A table. The first column names the rows, the others hold numbers.
 *
 * @param title the title
 * @param columns the headings of the columns
 * @param rows the rows, each with as many cells as there are columns
 */
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
