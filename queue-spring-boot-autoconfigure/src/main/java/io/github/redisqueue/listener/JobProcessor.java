package io.github.redisqueue.listener;

/**
 * Processes jobs on the handler threads, as the {@link AckMode} says. Thread-safe.
 */
interface JobProcessor {

	/**
	 * Calls the handler and settles the job, unless the lease is lost.
	 * @param job a leased job
	 */
	void process(InFlightJob job);

}
