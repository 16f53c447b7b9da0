package io.github.redisqueue.samples.benchmark.result;

import java.util.stream.DoubleStream;

/**
 * Computes medians.
 */
public final class Median {

	private Median() {
	}

	/**
	 * The median; of an even number of values the mean of the two in the middle.
	 * @param values the values
	 * @return their median, or NaN if there are none
	 */
	public static double of(DoubleStream values) {
		double[] sorted = values.sorted().toArray();
		if (sorted.length == 0) {
			return Double.NaN;
		}
		return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
	}

}
