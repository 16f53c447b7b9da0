package io.github.redisqueue.listener.job;

import java.util.List;

import io.github.redisqueue.listener.AckMode;

/**
 * Processes jobs on the handler threads, as the {@link AckMode} says. Thread-safe.
 */
public interface JobProcessor {

	/**
	 * Calls the handler and settles the jobs, except those whose leases are lost.
	 * @param jobs leased jobs; several only if the handler takes batches
	 * @return whether the job goes on without the current thread, until it has
	 * {@linkplain InFlightJob#whenFinished(Runnable) finished}; false for several
	 */
	boolean process(List<InFlightJob> jobs);

}
