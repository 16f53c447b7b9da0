package io.github.redisqueue.samples.benchmark.result;

import java.util.Locale;

/**
 * What a figure ought to be, and is.
 *
 * @param figure what is measured
 * @param queue the type of the queue
 * @param value what was measured
 * @param least whether it ought to be at least so much, and not at most
 * @param bound so much
 */
public record Target(String figure, String queue, double value, boolean least, double bound) {

	/**
	 * Whether the figure is what it ought to be.
	 * @return whether it is
	 */
	public boolean isMet() {
		return this.least ? this.value >= this.bound : this.value <= this.bound;
	}

	/**
	 * The value, its bound, and whether that is met.
	 * @return a text for a cell
	 */
	public String text() {
		return String.format(Locale.ROOT, "%.2f (%s %s) %s", this.value, this.least ? "≥" : "≤",
				Double.toString(this.bound).replaceAll("\\.0$", ""), isMet() ? "met" : "missed");
	}

}
