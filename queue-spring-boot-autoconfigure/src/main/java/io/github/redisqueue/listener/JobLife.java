package io.github.redisqueue.listener;

import java.util.List;
import java.util.function.Function;

import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.listener.ListenerObservation.LowCardinalityKey;
import io.micrometer.observation.Observation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The life of a job in this application: leased by the {@link Poller}, kept by the
 * {@link Heartbeat}, watched by the {@link DeadlineWatch}, handled here, settled by the
 * {@link Settler}. Thread-safe.
 */
final class JobLife {

	private static final Log logger = LogFactory.getLog(JobLife.class);

	private final WorkQueue queue;

	private final JobHandler handler;

	private final RetryRule rule;

	private final HeldJobs held;

	private final Settler settler;

	private final Function<Lease, Observation> observer;

	JobLife(WorkQueue queue, JobHandler handler, RetryRule rule, HeldJobs held, Settler settler,
			Function<Lease, Observation> observer) {
		this.queue = queue;
		this.handler = handler;
		this.rule = rule;
		this.held = held;
		this.settler = settler;
		this.observer = observer;
	}

	/**
	 * From the lease on, which heartbeats keep all the while: handle; then complete,
	 * retry, bury, or find it lost.
	 */
	void live(HeldJob job) {
		if (!isRecorded(job) || !job.begin()) {
			return;
		}
		Observation observation = this.observer.apply(job.lease());
		Throwable thrown = handle(job.lease(), observation);
		boolean stillHeld = job.end();
		if (thrown == null) {
			// Also after the deadline: as long as nobody else took the job, the work
			// counts.
			stop(observation, "complete");
			this.settler.settle(Settlement.complete(job));
		}
		else if (!stillHeld) {
			stop(observation, "lost");
			this.held.remove(job);
			logger.info("The handler of the " + job + ", whose lease is lost, ended with", thrown);
		}
		else if (this.rule.isRetryable(thrown)) {
			stop(observation, "retry");
			this.settler.settle(Settlement.retry(job, this.rule.failure(job.lease(), thrown), thrown));
		}
		else {
			stop(observation, "bury");
			this.settler.settle(Settlement.bury(job, this.rule.cause(thrown), thrown));
		}
	}

	/**
	 * A job that a worker vanished with goes on record before it is handled: should that
	 * happen again, this tells it from the jobs that merely waited beside it.
	 */
	private boolean isRecorded(HeldJob job) {
		if (job.lease().crashes() == 0) {
			return true;
		}
		try {
			if (!this.queue.start(List.of(job.lease())).isEmpty()) {
				return true;
			}
			this.held.taken(job);
		}
		catch (RuntimeException ex) {
			logger.warn("The " + job + " is released, as Redis could not be told that its handler is about to begin",
					ex);
			this.settler.release(List.of(job));
		}
		return false;
	}

	private @Nullable Throwable handle(Lease lease, Observation observation) {
		try {
			observation.scopedChecked(() -> this.handler.handle(lease));
			return null;
		}
		catch (Throwable ex) {
			return ex;
		}
	}

	private static void stop(Observation observation, String outcome) {
		observation.lowCardinalityKeyValue(LowCardinalityKey.OUTCOME.withValue(outcome)).stop();
	}

}
