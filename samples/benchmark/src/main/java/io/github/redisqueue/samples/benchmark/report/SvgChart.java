package io.github.redisqueue.samples.benchmark.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.samples.benchmark.result.Chart;
import io.github.redisqueue.samples.benchmark.result.Chart.Point;
import io.github.redisqueue.samples.benchmark.result.Chart.Series;
import io.github.redisqueue.samples.benchmark.result.Chart.Style;

/**
 * Draws a chart. Vertical axes begin at zero, so that small differences do not look
 * large.
 */
final class SvgChart {

	private static final List<String> COLOURS = List.of("#2563eb", "#d97706", "#16a34a", "#9333ea", "#0891b2",
			"#dc2626", "#65a30d", "#db2777");

	private static final int MAX_NAMES = 20;

	private static final int WIDTH = 900;

	private static final int HEIGHT = 300;

	private static final int LEFT = 80;

	private static final int RIGHT = WIDTH - 150;

	private static final int TOP = 15;

	private static final int BOTTOM = HEIGHT - 45;

	private final Chart chart;

	private final Markup page;

	private final Axis across;

	private final Axis up;

	SvgChart(Chart chart, Markup page) {
		this.chart = chart;
		this.page = page;
		double[] x = points().mapToDouble(Point::x).sorted().toArray();
		this.across = (x.length > 0) ? Axis.over(x[0] - barWidth(x), x[x.length - 1]) : Axis.over(0, 1);
		this.up = Axis.over(0, points().mapToDouble(Point::y).max().orElse(1));
	}

	/** A bar stands to the left of its point. */
	private double barWidth(double[] x) {
		return (this.chart.style() == Style.BARS && x.length > 1) ? x[1] - x[0] : 0;
	}

	private Stream<Point> points() {
		return this.chart.series().stream().flatMap((series) -> series.points().stream());
	}

	void draw() {
		this.page.element("h2", this.chart.title());
		this.page.open("svg", "viewBox", "0 0 " + WIDTH + " " + HEIGHT, "role", "img", "aria-label",
				this.chart.title());
		drawUpAxis();
		drawAcrossAxis();
		for (int i = 0; i < this.chart.series().size(); i++) {
			String colour = COLOURS.get(i % COLOURS.size());
			draw(this.chart.series().get(i), colour);
			this.page.empty("rect", "x", RIGHT + 15, "y", TOP + 20 * i, "width", 12, "height", 12, "fill", colour);
			this.page.element("text", this.chart.series().get(i).name(), "x", RIGHT + 33, "y", TOP + 20 * i + 11);
		}
		this.page.close();
	}

	private void drawUpAxis() {
		for (double tick : this.up.ticks()) {
			int y = y(tick);
			this.page.empty("line", "x1", LEFT, "x2", RIGHT, "y1", y, "y2", y, "stroke", "#ddd");
			this.page.element("text", this.up.text(tick), "x", LEFT - 8, "y", y + 4, "text-anchor", "end");
		}
		this.page.element("text", this.chart.y(), "x", 14, "y", (TOP + BOTTOM) / 2, "text-anchor", "middle",
				"transform", "rotate(-90 14 " + (TOP + BOTTOM) / 2 + ")");
	}

	private void drawAcrossAxis() {
		if (this.chart.style() == Style.NAMED) {
			List<Point> named = this.chart.series().get(0).points();
			int each = 1 + named.size() / MAX_NAMES;
			for (int i = 0; i < named.size(); i += each) {
				drawBelow(x(named.get(i).x()), named.get(i).name());
			}
		}
		else {
			this.across.ticks().forEach((tick) -> drawBelow(x(tick), this.across.text(tick)));
		}
		this.page.element("text", this.chart.x(), "x", (LEFT + RIGHT) / 2, "y", HEIGHT - 8, "text-anchor", "middle");
	}

	private void drawBelow(int x, String text) {
		this.page.element("text", text, "x", x, "y", BOTTOM + 18, "text-anchor", "middle");
	}

	private void draw(Series series, String colour) {
		if (this.chart.style() == Style.BARS) {
			int width = Math.max(1, (RIGHT - LEFT) / Math.max(1, series.points().size()) - 1);
			for (Point point : series.points()) {
				this.page.empty("rect", "x", x(point.x()) - width, "y", y(point.y()), "width", width, "height",
						BOTTOM - y(point.y()), "fill", colour);
			}
			return;
		}
		this.page.empty("polyline", "fill", "none", "stroke", colour, "stroke-width", 2, "points",
				series.points()
					.stream()
					.map((point) -> x(point.x()) + "," + y(point.y()))
					.collect(Collectors.joining(" ")));
		if (series.points().size() <= MAX_NAMES) {
			series.points()
				.forEach((point) -> this.page.empty("circle", "cx", x(point.x()), "cy", y(point.y()), "r", 3, "fill",
						colour));
		}
	}

	private int x(double value) {
		return (int) Math.round(LEFT + this.across.share(value) * (RIGHT - LEFT));
	}

	private int y(double value) {
		return (int) Math.round(BOTTOM - this.up.share(value) * (BOTTOM - TOP));
	}

	/**
	 * An axis from one value to another, with a tick at every step between them.
	 */
	private record Axis(double from, double to, double step) {

		static Axis over(double from, double to) {
			double length = (to > from) ? to - from : 1;
			double power = Math.pow(10, Math.floor(Math.log10(length / 5)));
			double step = Stream.of(1, 2, 5, 10)
				.map((factor) -> factor * power)
				.filter((candidate) -> length / candidate <= 6)
				.findFirst()
				.orElse(10 * power);
			return new Axis(from, from + length, step);
		}

		double share(double value) {
			return (value - this.from) / (this.to - this.from);
		}

		List<Double> ticks() {
			return Stream
				.iterate(Math.ceil(this.from / this.step), (tick) -> tick * this.step <= this.to + this.step / 1e6,
						(tick) -> tick + 1)
				.map((tick) -> tick * this.step)
				.toList();
		}

		String text(double tick) {
			int decimals = (int) Math.max(0, -Math.floor(Math.log10(this.step)));
			return String.format(Locale.ROOT, "%,." + decimals + "f", tick);
		}

	}

}
