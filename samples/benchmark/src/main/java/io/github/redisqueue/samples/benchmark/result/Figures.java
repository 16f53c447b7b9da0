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
	 * Figures.
	 * @param values the values; those that were not measured are missing
	 */
	public Figures(Map<Figure, Double> values) {
		this.values = new EnumMap<>(values);
	}

	/**
	 * A figure.
	 * @param figure which one
	 * @return its value, not a number if it was not measured
	 */
	public double get(Figure figure) {
		return this.values.getOrDefault(figure, Double.NaN);
	}

	/**
	 * A figure as text.
	 * @param figure which one
	 * @return its value with as many decimals as make sense
	 */
	public String text(Figure figure) {
		return figure.format(get(figure));
	}

	/**
	 * Each figure's median.
	 * @param measurements what was measured, at least once
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
