package io.github.redisqueue.samples.benchmark.bare;

import java.util.Map;

/**
 * Adds and takes jobs with the commands of an algorithm, but without fencing, crash
 * recovery or retries.
 */
interface BareQueue {

	/** Called once before the first job. */
	default void prepare() {
	}

	/** Adds jobs, given as payloads by id, with one round trip. */
	void add(Map<byte[], byte[]> jobs);

	/**
	 * Takes up to 100 jobs with one round trip and completes them with another. Returns
	 * their number.
	 */
	int takeAndComplete();

}
