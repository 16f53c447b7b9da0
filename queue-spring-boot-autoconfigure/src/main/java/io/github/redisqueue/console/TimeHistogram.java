package io.github.redisqueue.console;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts times in buckets whose widths grow with the times: a percentile is wrong by a
 * sixteenth at most. Takes four kilobytes and never blocks, since a handler records in
 * it. Thread-safe.
 */
final class TimeHistogram {

	/** Each power of two has this many buckets. */
	private static final int STEPS = 8;

	private static final int STEP_BITS = 3;

	private static final int BUCKETS = (Long.SIZE - STEP_BITS) * STEPS;

	private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);

	/** Counts a time. */
	void record(long micros) {
		this.counts.incrementAndGet(bucket(Math.max(micros, 0)));
	}

	/**
	 * Takes the times that were counted since the last call.
	 * @param percentiles which percentiles, between 0 and 1
	 * @return their times in microseconds, NaN if nothing was counted
	 */
	double[] take(double[] percentiles) {
		long[] taken = new long[BUCKETS];
		long total = 0;
		for (int i = 0; i < BUCKETS; i++) {
			taken[i] = this.counts.getAndSet(i, 0);
			total += taken[i];
		}
		double[] times = new double[percentiles.length];
		Arrays.fill(times, Double.NaN);
		for (int i = 0; i < times.length && total > 0; i++) {
			times[i] = time(taken, (long) Math.ceil(percentiles[i] * total));
		}
		return times;
	}

	private static double time(long[] counts, long rank) {
		int bucket = 0;
		long seen = counts[0];
		while (seen < rank) {
			bucket++;
			seen += counts[bucket];
		}
		return (lowest(bucket) + lowest(bucket + 1) - 1) / 2;
	}

	private static int bucket(long micros) {
		if (micros < STEPS) {
			return (int) micros;
		}
		int shift = Long.SIZE - 1 - STEP_BITS - Long.numberOfLeadingZeros(micros);
		return (shift + 1) * STEPS + (int) ((micros >>> shift) - STEPS);
	}

	/** The lowest time of a bucket. */
	private static double lowest(int bucket) {
		if (bucket < STEPS) {
			return bucket;
		}
		int shift = bucket / STEPS - 1;
		return Math.scalb((double) (STEPS + bucket % STEPS), shift);
	}

}
