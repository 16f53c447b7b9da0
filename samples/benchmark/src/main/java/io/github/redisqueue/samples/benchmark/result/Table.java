package io.github.redisqueue.samples.benchmark.result;

import java.util.List;

/**
 * A table. The first column names the rows, the others hold numbers.
 *
 * @param title what it shows
 * @param columns the heads of the columns
 * @param rows the rows, each with as many cells as there are columns
 */
public record Table(String title, List<String> columns, List<List<String>> rows) {

	public Table {
		for (List<String> row : rows) {
			if (row.size() != columns.size()) {
				throw new IllegalArgumentException("The row " + row + " does not fit the columns " + columns);
			}
		}
	}

}
