package io.github.redisqueue.samples.benchmark.load;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.TypeConversionException;

/**
 * Instances of an application whose handlers take time.
 *
 * @param instances the number of instances
 * @param concurrency the number of jobs that each of them handles at a time
 * @param time how long a handler takes
 * @param virtual whether handlers run on virtual threads
 */
public record HandlerRow(int instances, int concurrency, Duration time, boolean virtual) {

	private static final double SECOND = 1e9;

	/** 1 to 99 instances, 1 to 9999 jobs at a time, 1 to 9999 ms. */
	private static final Pattern ROW = Pattern.compile("([1-9]\\d?)x([1-9]\\d{0,3})x([1-9]\\d{0,3})(v?)");

	/**
	 * Reads a row that is written as instances, concurrency and milliseconds.
	 * @param text the text, for example 4x10x5
	 */
	public static HandlerRow of(String text) {
		Matcher row = ROW.matcher(text);
		if (!row.matches()) {
			throw new TypeConversionException("'" + text
					+ "' is not a row; allowed: instances (1 to 99), jobs at a time (1 to 9999) and ms (1 to 9999), for "
					+ "example 4x10x5, and a v behind them for virtual threads");
		}
		return new HandlerRow(Integer.parseInt(row.group(1)), Integer.parseInt(row.group(2)),
				Duration.ofMillis(Long.parseLong(row.group(3))), !row.group(4).isEmpty());
	}

	public String name() {
		return sizes() + " ms" + (this.virtual ? ", virtual" : "");
	}

	/**
	 * What handlers reach that take exactly their time, without anything between them.
	 */
	public double perSecond() {
		return this.instances * this.concurrency * SECOND / this.time.toNanos();
	}

	private String sizes() {
		return this.instances + "x" + this.concurrency + "x" + this.time.toMillis();
	}

	/** The row as it is written on the command line. */
	@Override
	public String toString() {
		return sizes() + (this.virtual ? "v" : "");
	}

}
