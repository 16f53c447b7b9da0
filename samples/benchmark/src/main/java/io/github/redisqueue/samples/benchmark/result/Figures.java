package io.github.redisqueue.samples.benchmark.result;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The figures of a phase, or the medians of several. Immutable.
 */
public final class Figures {

	private final Map<Figure, Double> values;

	/**
	 * Creates figures.
	 * @param values the values, without figures that were not measured
	 */
	public Figures(Map<Figure, Double> values) {
		this.values = new EnumMap<>(values);
	}

	/**
	 * A figure.
	 * @param figure the figure
	 * @return its value, or NaN if it was not measured
	 */
	public double get(Figure figure) {
		return this.values.getOrDefault(figure, Double.NaN);
	}

	/**
	 * A figure as text.
	 * @param figure the figure
	 * @return its value with its number of decimals, or a hyphen if it was not measured
	 */
	public String text(Figure figure) {
		return figure.format(get(figure));
	}

	/**
	 * The median of each figure.
	 * @param measurements the measurements, at least one
	 * @return the medians
	 */
	public static Figures median(List<Measurement> measurements) {
		Map<Figure, Double> medians = new EnumMap<>(Figure.class);
		for (Figure figure : Figure.values()) {
			double median = Median.of(measurements.stream()
				.mapToDouble((measurement) -> measurement.figures().get(figure))
				.filter((value) -> !Double.isNaN(value)));
			if (!Double.isNaN(median)) {
				medians.put(figure, median);
			}
		}
		return new Figures(medians);
	}

	@JsonValue
	Map<Figure, Double> values() {
		return this.values;
	}

}
