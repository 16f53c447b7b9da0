package io.github.redisqueue.listener;

import java.time.Duration;

/**
 * How a listener collects the jobs of a batch.
 *
 * @param size the largest number of jobs in a batch, 1 to 4000
 * @param maxWait for how long the first job of a batch waits for others, zero to 365
 * days; with zero, a batch has the jobs that were leased together
 */
public record BatchSettings(int size, Duration maxWait) {

	/** The largest size of a batch. */
	public static final int MAX_SIZE = 4000;

	/** 100 jobs that were leased together. */
	public static final BatchSettings DEFAULT = new BatchSettings(100, Duration.ZERO);

	/**
	 * Checks the components.
	 * @throws IllegalArgumentException if one is out of range
	 */
	public BatchSettings {
		SettingRange.require(size >= 1 && size <= MAX_SIZE, "batch size", "between 1 and " + MAX_SIZE, size);
		SettingRange.requireDuration("batch wait", maxWait);
	}

}
