package io.github.redisqueue.algorithm;

import io.github.redisqueue.script.Batches;

/**
 * How much a script looks at that scans a hash some values at a time: Redis counts
 * values, and their sizes are not known before they are read. Begins with one, and then
 * takes up to eight times as many as before, as long as they make no more than a quarter
 * of 4 MiB. Not thread-safe.
 */
public final class ScanPace {

	private static final long MAX_BYTES = Batches.MAX_BYTES / 4;

	private static final int GROWTH = 8;

	private final int maxCount;

	private int count = 1;

	public ScanPace(int maxCount) {
		this.maxCount = maxCount;
	}

	/** How many values to look at in the next call. */
	public int count() {
		return this.count;
	}

	/** Takes note of how many bytes a call has read. */
	public void onRead(long bytes) {
		long fitting = (bytes > 0) ? this.count * MAX_BYTES / bytes : this.maxCount;
		this.count = (int) Math.max(1, Math.min(fitting, Math.min(this.count * GROWTH, this.maxCount)));
	}

}
