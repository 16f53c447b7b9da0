package io.github.redisqueue.listener;

/**
 * Computes how many jobs a listener prefetches: as many as its handlers begin within a
 * few milliseconds, which is about the duration of a round trip to Redis. If the handlers
 * need longer for a single job, the listener prefetches none, so that other instances can
 * lease them. Thread-safe.
 */
final class Prefetch {

	private static final double HORIZON_NANOS = 5_000_000;

	private static final double WEIGHT = 1.0 / 16;

	private int concurrency;

	private final int max;

	private double meanNanos = HORIZON_NANOS;

	private volatile int size;

	Prefetch(int concurrency, int max) {
		this.concurrency = concurrency;
		this.max = max;
	}

	/**
	 * Records that a job was processed.
	 * @param nanos the duration of processing, in nanoseconds
	 */
	synchronized void handled(long nanos) {
		this.meanNanos = Math.max(1, this.meanNanos + (nanos - this.meanNanos) * WEIGHT);
		this.size = (int) Math.min(this.max, Math.max(0, this.concurrency * (HORIZON_NANOS / this.meanNanos - 1)));
	}

	/**
	 * Records that a job has waited for a handler for far longer than prefetched jobs
	 * should.
	 */
	synchronized void stalled() {
		this.meanNanos = Math.max(this.meanNanos, HORIZON_NANOS);
		this.size = 0;
	}

	/** Sets how many jobs are handled at the same time. */
	synchronized void concurrency(int number) {
		this.concurrency = number;
	}

	/** The current number; 0 before the speed of the handlers is known. */
	int size() {
		return this.size;
	}

}
