package io.github.redisqueue.observation;

import java.util.List;

import io.micrometer.observation.Observation;

/**
 * What is known when a handler is called with several jobs.
 */
final class JobBatchContext extends Observation.Context {

	private final List<JobHandleContext> jobs;

	JobBatchContext(List<JobHandleContext> jobs) {
		this.jobs = jobs;
	}

	/** The handling of each job, which is observed, too. */
	List<JobHandleContext> jobs() {
		return this.jobs;
	}

}
