package io.github.redisqueue.samples.quickstart;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of the metrics that an application exports, each with the names of the labels
 * that all its series have.
 */
final class Scrape {

	private static final Pattern SERIES = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? \\S+");

	private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");

	private Scrape() {
	}

	/**
	 * Reads the text format of Prometheus.
	 * @param page what the application answers
	 * @return the names of labels by the names of metrics
	 */
	static Map<String, Set<String>> parse(String page) {
		Map<String, Set<String>> metrics = new TreeMap<>();
		page.lines().filter((line) -> !line.startsWith("#")).forEach((line) -> {
			Matcher series = SERIES.matcher(line);
			if (!series.matches()) {
				throw new IllegalArgumentException("Not understood: " + line);
			}
			Set<String> labels = new TreeSet<>();
			if (series.group(2) != null) {
				LABEL.matcher(series.group(2)).results().forEach((label) -> labels.add(label.group(1)));
			}
			metrics.merge(series.group(1), labels, (some, others) -> {
				some.retainAll(others);
				return some;
			});
		});
		return metrics;
	}

}
