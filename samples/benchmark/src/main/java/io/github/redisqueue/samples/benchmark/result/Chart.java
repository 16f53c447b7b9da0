package io.github.redisqueue.samples.benchmark.result;

import java.util.List;

/**
 * A chart.
 *
 * @param title the title
 * @param x the label of the horizontal axis
 * @param y the label of the vertical axis, which begins at zero
 * @param style the style of drawing
 * @param series the series to draw, at least one; if points have names, those of the
 * first series are used
 */
public record Chart(String title, String x, String y, Style style, List<Series> series) {

	/**
	 * The styles of drawing.
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
	 * A series of points.
	 *
	 * @param name the name of the series
	 * @param points the points, from left to right
	 */
	public record Series(String name, List<Point> points) {

	}

	/**
	 * A point.
	 *
	 * @param x the horizontal value
	 * @param y the vertical value
	 * @param name the label below the point, if the style has names
	 */
	public record Point(double x, double y, String name) {

		/**
		 * A point without a name.
		 * @param x the horizontal value
		 * @param y the vertical value
		 * @return the point
		 */
		public static Point at(double x, double y) {
			return new Point(x, y, "");
		}

	}

}
