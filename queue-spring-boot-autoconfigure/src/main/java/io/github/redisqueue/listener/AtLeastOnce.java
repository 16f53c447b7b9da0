package io.github.redisqueue.listener;

import java.util.List;
import java.util.function.Function;

import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.script.Call;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Processes jobs in {@link AckMode#AFTER}: calls the handler, then completes, retries or
 * buries the job. Thread-safe.
 */
final class AtLeastOnce implements JobProcessor {

	private static final Log logger = LogFactory.getLog(AtLeastOnce.class);

	private final WorkerQueue queue;

	private final ObservedHandler handler;

	private final RetrySettings retry;

	private final InFlightJobs inFlight;

	private final Function<InFlightJob, SettlementCommitter> committers;

	AtLeastOnce(WorkerQueue queue, ObservedHandler handler, RetrySettings retry, InFlightJobs inFlight,
			Function<InFlightJob, SettlementCommitter> committers) {
		this.queue = queue;
		this.handler = handler;
		this.retry = retry;
		this.inFlight = inFlight;
		this.committers = committers;
	}

	@Override
	public void process(InFlightJob job) {
		if (!recordStart(job) || !job.begin()) {
			return;
		}
		ObservedHandler.Call call = this.handler.call(job.lease());
		boolean leased = job.end();
		Throwable thrown = call.thrown();
		if (thrown == null) {
			// Even if the lease has expired: the job can still be completed unless
			// another worker has leased it in the meantime.
			call.outcome("complete");
			this.committers.apply(job).settle(Settlement.complete(job));
		}
		else if (!leased) {
			call.outcome("lost");
			this.inFlight.remove(job);
			logger.info(job + ": the handler failed after the lease was lost, the failure is not recorded",
					LoggedFailure.of(thrown));
		}
		else if (this.retry.isRetryable(thrown)) {
			call.outcome("retry");
			this.committers.apply(job).settle(Settlement.retry(job, this.retry.failure(job.lease(), thrown), thrown));
		}
		else {
			call.outcome("bury");
			this.committers.apply(job).settle(Settlement.bury(job, this.retry.cause(thrown), thrown));
		}
	}

	/**
	 * Records the start of a job that a worker held when it crashed. If a worker crashes
	 * again, the record distinguishes the started jobs from those that were only leased.
	 */
	private boolean recordStart(InFlightJob job) {
		if (job.lease().crashes() == 0) {
			return true;
		}
		try {
			if (!this.queue.start(List.of(job.lease())).isEmpty()) {
				return true;
			}
			this.inFlight.onLeaseLost(job);
		}
		catch (RuntimeException ex) {
			logger.warn(
					job + " is released without being handled, because Redis did not record that its handler starts",
					ex);
			this.committers.apply(job).release(List.of(job));
		}
		return false;
	}

}
