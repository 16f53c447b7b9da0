package io.github.redisqueue.samples.benchmark.result;

import java.util.List;

/**
 * A chart.
 *
 * @param title what it shows
 * @param x what the horizontal axis shows
 * @param y what the vertical axis shows, from zero on
 * @param style how it is drawn
 * @param series what is drawn, at least one; if points have names, the first has them all
 */
public record Chart(String title, String x, String y, Style style, List<Series> series) {

	/**
	 * How a chart is drawn.
	 */
	public enum Style {

		/** Points joined by a line. */
		LINE,

		/** A bar for each point; the points are at equal distances. */
		BARS,

		/** A line over points at equal distances that have names. */
		NAMED

	}

	/**
	 * Some points that belong together.
	 *
	 * @param name what they are
	 * @param points the points, from left to right
	 */
	public record Series(String name, List<Point> points) {

	}

	/**
	 * A point.
	 *
	 * @param x how far to the right
	 * @param y how high
	 * @param name what to write below it, if the style has names
	 */
	public record Point(double x, double y, String name) {

		/**
		 * A point without a name.
		 * @param x how far to the right
		 * @param y how high
		 * @return the point
		 */
		public static Point at(double x, double y) {
			return new Point(x, y, "");
		}

	}

}
