package io.github.redisqueue.listener.thread;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.redisqueue.listener.job.InFlightJob;
import io.github.redisqueue.listener.job.InFlightJobs;
import io.github.redisqueue.listener.job.JobProcessor;
import io.github.redisqueue.observation.JobMdc;
import org.jspecify.annotations.Nullable;

/**
 * What a handler thread does at once: handles one job, or several together.
 *
 * @param queue the number of the queue of the jobs, among those of the listener
 * @param jobs the jobs, at least one
 * @param processor calls the handler with them, and settles them
 * @param inFlight the jobs of the queue, which these are removed from if they are given
 * up
 * @param overdue when the task goes back to the queue unless a thread has taken it, in
 * terms of {@link System#nanoTime()}, or null if it waits for as long as it takes
 * @param since when the task began to wait for a thread, by the ticker of the listeners
 */
public record HandlerTask(int queue, List<InFlightJob> jobs, JobProcessor processor, InFlightJobs inFlight,
		@Nullable Long overdue, long since) {

	/** Returns whether the only job goes on without the current thread. */
	boolean run() {
		if (this.jobs.size() > 1) {
			return this.processor.process(this.jobs);
		}
		AtomicBoolean goesOn = new AtomicBoolean();
		JobMdc.run(this.jobs.get(0).lease(), () -> goesOn.set(this.processor.process(this.jobs)));
		return goesOn.get();
	}

	/** Whether a handler has begun with a job of these. */
	boolean hasBegun() {
		return this.jobs.get(0).hasBegun()
				|| (this.jobs.size() > 1 && this.jobs.stream().anyMatch(InFlightJob::hasBegun));
	}

	/** Runs something when the only job has finished. Must not block. */
	void whenFinished(Runnable action) {
		this.jobs.get(0).whenFinished(action);
	}

	/**
	 * Gives up the jobs after an unexpected error, except those of a batch whose
	 * settlement is under way.
	 */
	void abandon(Throwable error) {
		for (InFlightJob job : this.jobs) {
			if (this.jobs.size() == 1 || !job.hasEnded()) {
				job.end();
				this.inFlight.abandon(job, error);
			}
		}
	}

}
