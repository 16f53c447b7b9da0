package io.github.redisqueue.samples.benchmark;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The figures of a phase, or the medians of several. Those that were not measured are
 * missing.
 */
record Figures(@JsonValue Map<Figure, Double> values) {

	Figures() {
		this(new EnumMap<>(Figure.class));
	}

	void put(Figure figure, double value) {
		this.values.put(figure, value);
	}

	double get(Figure figure) {
		return this.values.getOrDefault(figure, Double.NaN);
	}

	String text(Figure figure) {
		return figure.format(get(figure));
	}

	static Figures median(List<Measurement> measurements) {
		Figures medians = new Figures();
		for (Figure figure : Figure.values()) {
			double median = median(measurements.stream()
				.mapToDouble((measurement) -> measurement.figures().get(figure))
				.filter((value) -> !Double.isNaN(value)));
			if (!Double.isNaN(median)) {
				medians.put(figure, median);
			}
		}
		return medians;
	}

	/**
	 * The median, NaN of no values; of an even number the mean of the two in the middle.
	 */
	static double median(DoubleStream values) {
		double[] sorted = values.sorted().toArray();
		return (sorted.length > 0) ? (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2 : Double.NaN;
	}

}
