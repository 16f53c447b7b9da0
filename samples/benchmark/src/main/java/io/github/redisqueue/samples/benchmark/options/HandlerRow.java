package io.github.redisqueue.samples.benchmark.options;

import java.time.Duration;

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

	/**
	 * The name in tables.
	 * @return a text such as "4x10x10 ms"
	 */
	public String name() {
		return sizes() + " ms" + (this.virtual ? ", virtual" : "");
	}

	/**
	 * What handlers reach that take exactly their time, without anything between them.
	 * @return the number of jobs per second
	 */
	public double perSecond() {
		return this.instances * this.concurrency * SECOND / this.time.toNanos();
	}

	private String sizes() {
		return this.instances + "x" + this.concurrency + "x" + this.time.toMillis();
	}

	/**
	 * The row as it is written on the command line.
	 */
	@Override
	public String toString() {
		return sizes() + (this.virtual ? "v" : "");
	}

}
