package io.github.redisqueue.listener;

/**
 * How many jobs to hold ready for the handlers, beyond those that they work on: as many
 * as they begin within a few milliseconds, which is about what a trip to Redis takes.
 * Handlers that need longer than that for a single job get none, and leave the jobs to
 * other instances. Thread-safe.
 */
final class Prefetch {

	private static final double HORIZON = 5_000_000;

	private static final double WEIGHT = 1.0 / 16;

	private final int concurrency;

	private final int max;

	private double mean = HORIZON;

	private volatile int size;

	Prefetch(int concurrency, int max) {
		this.concurrency = concurrency;
		this.max = max;
	}

	/**
	 * A handler has ended.
	 * @param nanos how long it took
	 */
	synchronized void handled(long nanos) {
		this.mean = Math.max(1, this.mean + (nanos - this.mean) * WEIGHT);
		this.size = (int) Math.min(this.max, Math.max(0, this.concurrency * (HORIZON / this.mean - 1)));
	}

	/** How many at the moment: none before the handlers' speed is known. */
	int size() {
		return this.size;
	}

}
