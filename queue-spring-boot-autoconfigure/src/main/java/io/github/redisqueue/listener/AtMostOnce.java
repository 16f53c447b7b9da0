package io.github.redisqueue.listener;

import io.github.redisqueue.WorkQueue;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The life of a job that is handled at most once: leased by the {@link Poller}, kept by
 * the {@link Heartbeat} until it is its turn, completed and handled here. Thread-safe.
 */
final class AtMostOnce implements JobProcessor {

	private static final Log logger = LogFactory.getLog(AtMostOnce.class);

	private final WorkQueue queue;

	private final ObservedHandler handler;

	private final InFlightJobs inFlight;

	AtMostOnce(WorkQueue queue, ObservedHandler handler, InFlightJobs inFlight) {
		this.queue = queue;
		this.handler = handler;
		this.inFlight = inFlight;
	}

	/** From the lease on: complete; then handle, whatever comes of it. */
	@Override
	public void process(InFlightJob job) {
		if (!isCompleted(job)) {
			return;
		}
		job.beginCompleted();
		ObservedHandler.Run run = this.handler.run(job.lease());
		job.end();
		this.inFlight.remove(job);
		if (run.thrown() == null) {
			run.outcome("complete");
		}
		else {
			run.outcome("drop");
			logger.error("Handling the " + job + " failed, and it is not retried, as it was completed before",
					run.thrown());
		}
	}

	private boolean isCompleted(InFlightJob job) {
		try {
			if (this.queue.complete(job.lease())) {
				return true;
			}
			this.inFlight.onLeaseTaken(job);
		}
		catch (RuntimeException ex) {
			// Asked again, Redis could not tell whether it was this call that did it.
			this.inFlight.remove(job);
			logger.warn("The " + job + " is not handled, as Redis did not say whether it was completed before; if it"
					+ " was not, it comes back when its lease has run out", ex);
		}
		return false;
	}

}
