package io.github.redisqueue.samples.benchmark.bare;

import java.util.Map;

/**
 * The commands of an algorithm, without any safety.
 */
interface BareQueue {

	/** What is needed once before the first job. */
	default void prepare() {
	}

	/** Adds jobs, payloads by id, in one trip. */
	void add(Map<byte[], byte[]> jobs);

	/** Takes up to 100 jobs in one trip and ends them in another; says how many. */
	int takeAndEnd();

}
