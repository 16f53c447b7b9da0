package io.github.redisqueue.listener;

import java.util.List;

import io.github.redisqueue.WorkerQueue;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The life of a job in this application: leased by the {@link Poller}, kept by the
 * {@link Heartbeat}, watched by the {@link LeaseExpiryMonitor}, handled here, settled by
 * the {@link SettlementCommitter}. Thread-safe.
 */
final class AtLeastOnce implements JobProcessor {

	private static final Log logger = LogFactory.getLog(AtLeastOnce.class);

	private final WorkerQueue queue;

	private final ObservedHandler handler;

	private final RetryRule rule;

	private final InFlightJobs held;

	private final SettlementCommitter settler;

	AtLeastOnce(WorkerQueue queue, ObservedHandler handler, RetryRule rule, InFlightJobs held,
			SettlementCommitter settler) {
		this.queue = queue;
		this.handler = handler;
		this.rule = rule;
		this.held = held;
		this.settler = settler;
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
			this.settler.settle(Settlement.complete(job));
		}
		else if (!stillHeld) {
			run.outcome("lost");
			this.held.remove(job);
			logger.info("The handler of the " + job + ", whose lease is lost, ended with", thrown);
		}
		else if (this.rule.isRetryable(thrown)) {
			run.outcome("retry");
			this.settler.settle(Settlement.retry(job, this.rule.failure(job.lease(), thrown), thrown));
		}
		else {
			run.outcome("bury");
			this.settler.settle(Settlement.bury(job, this.rule.cause(thrown), thrown));
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
			this.held.taken(job);
		}
		catch (RuntimeException ex) {
			logger.warn("The " + job + " is released, as Redis could not be told that its handler is about to begin",
					ex);
			this.settler.release(List.of(job));
		}
		return false;
	}

}
