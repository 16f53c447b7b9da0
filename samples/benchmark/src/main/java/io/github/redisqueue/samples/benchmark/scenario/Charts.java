package io.github.redisqueue.samples.benchmark.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.samples.benchmark.result.Chart;
import io.github.redisqueue.samples.benchmark.result.Chart.Point;
import io.github.redisqueue.samples.benchmark.result.Chart.Series;
import io.github.redisqueue.samples.benchmark.result.Chart.Style;
import io.github.redisqueue.samples.benchmark.result.Figure;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Latency;
import io.github.redisqueue.samples.benchmark.result.Measurement;
import io.github.redisqueue.samples.benchmark.result.Result;

/**
 * Charts that several scenarios show.
 */
final class Charts {

	private Charts() {
	}

	/** The throughput of each round. */
	static Chart byRound(String title, Result result, List<Label> kinds) {
		List<Series> series = new ArrayList<>();
		for (Label kind : kinds) {
			List<Point> points = result.of(kind).stream().map(Charts::rate).toList();
			series.add(new Series(kind.who(), points));
		}
		return new Chart(title, "round", "jobs/s", Style.NAMED, series);
	}

	private static Point rate(Measurement measurement) {
		int round = measurement.label().round();
		return new Point(round, measurement.figures().get(Figure.RATE), Integer.toString(round));
	}

	/**
	 * A chart of the percentiles of all latencies except their maxima, and a histogram of
	 * each latency.
	 */
	static List<Chart> latencies(List<Latency> latencies) {
		List<Chart> charts = new ArrayList<>();
		charts
			.add(new Chart("Percentiles", "", "ms", Style.NAMED, latencies.stream().map(Charts::percentiles).toList()));
		for (Latency latency : latencies) {
			List<Point> points = latency.buckets()
				.stream()
				.map((bucket) -> Point.at(bucket.upToMillis(), bucket.count()))
				.toList();
			charts.add(new Chart("Histogram: " + latency.what(), "ms", "jobs", Style.BARS,
					List.of(new Series(latency.what(), points))));
		}
		return charts;
	}

	private static Series percentiles(Latency latency) {
		List<Latency.Percentile> all = latency.percentiles();
		return new Series(latency.what(),
				IntStream.range(0, all.size() - 1)
					.mapToObj((i) -> new Point(i, all.get(i).millis(), all.get(i).name()))
					.toList());
	}

}
