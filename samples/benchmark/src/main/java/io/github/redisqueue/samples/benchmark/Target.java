package io.github.redisqueue.samples.benchmark;

import java.util.Locale;

/**
 * A target for a figure, and the measured value.
 * 
 * @param figure the name of the figure
 * @param queue the type of the queue
 * @param value the measured value
 * @param least whether the bound is a lower bound, not an upper bound
 * @param bound the bound
 */
record Target(String figure, String queue, double value, boolean least, double bound) {

	boolean isMet() {
		return this.least ? this.value >= this.bound : this.value <= this.bound;
	}

	/** The value, its bound, and whether the target is met. */
	String text() {
		return String.format(Locale.ROOT, "%.2f (%s %s) %s", this.value, this.least ? "≥" : "≤",
				Double.toString(this.bound).replaceAll("\\.0$", ""), isMet() ? "met" : "missed");
	}

}
