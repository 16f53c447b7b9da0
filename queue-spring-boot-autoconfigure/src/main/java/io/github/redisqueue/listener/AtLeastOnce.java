package io.github.redisqueue.listener;

import java.util.List;

import io.github.redisqueue.WorkQueue;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The life of a job in this application: leased by the {@link Poller}, kept by the
 * {@link Heartbeat}, watched by the {@link LeaseExpiryMonitor}, handled here, settled by
 * the {@link SettlementCommitter}. Thread-safe.
 */
final class AtLeastOnce implements JobProcessor {

	private static final Log logger = LogFactory.getLog(AtLeastOnce.class);

	private final WorkQueue queue;

	private final ObservedHandler handler;

	private final RetrySettings retry;

	private final InFlightJobs inFlight;

	private final SettlementCommitter committer;

	AtLeastOnce(WorkQueue queue, ObservedHandler handler, RetrySettings retry, InFlightJobs inFlight,
			SettlementCommitter committer) {
		this.queue = queue;
		this.handler = handler;
		this.retry = retry;
		this.inFlight = inFlight;
		this.committer = committer;
	}

	/**
	 * From the lease on, which heartbeats keep all the while: handle; then complete,
	 * retry, bury, or find it lost.
	 */
	@Override
	public void process(InFlightJob job) {
		if (!isRecorded(job) || !job.begin()) {
			return;
		}
		ObservedHandler.Run run = this.handler.run(job.lease());
		boolean stillHeld = job.end();
		Throwable thrown = run.thrown();
		if (thrown == null) {
			// Also after the deadline: as long as nobody else took the job, the work
			// counts.
			run.outcome("complete");
			this.committer.settle(Settlement.complete(job));
		}
		else if (!stillHeld) {
			run.outcome("lost");
			this.inFlight.remove(job);
			logger.info("The handler of the " + job + ", whose lease is lost, ended with", thrown);
		}
		else if (this.retry.isRetryable(thrown)) {
			run.outcome("retry");
			this.committer.settle(Settlement.retry(job, this.retry.failure(job.lease(), thrown), thrown));
		}
		else {
			run.outcome("bury");
			this.committer.settle(Settlement.bury(job, this.retry.cause(thrown), thrown));
		}
	}

	/**
	 * A job that a worker vanished with goes on record before it is handled: should that
	 * happen again, this tells it from the jobs that merely waited beside it.
	 */
	private boolean isRecorded(InFlightJob job) {
		if (job.lease().crashes() == 0) {
			return true;
		}
		try {
			if (!this.queue.start(List.of(job.lease())).isEmpty()) {
				return true;
			}
			this.inFlight.onLeaseTaken(job);
		}
		catch (RuntimeException ex) {
			logger.warn("The " + job + " is released, as Redis could not be told that its handler is about to begin",
					ex);
			this.committer.release(List.of(job));
		}
		return false;
	}

}
