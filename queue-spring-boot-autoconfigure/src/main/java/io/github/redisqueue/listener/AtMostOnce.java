package io.github.redisqueue.listener;

import java.util.List;

import io.github.redisqueue.WorkerQueue;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The life of a job that is handled at most once: leased by the {@link Poller}, kept by
 * the {@link Heartbeat} until it is its turn, completed and handled here. Thread-safe.
 */
final class AtMostOnce implements JobProcessor {

	private static final Log logger = LogFactory.getLog(AtMostOnce.class);

	private final WorkerQueue queue;

	private final ObservedHandler handler;

	private final InFlightJobs held;

	AtMostOnce(WorkerQueue queue, ObservedHandler handler, InFlightJobs held) {
		this.queue = queue;
		this.handler = handler;
		this.held = held;
	}

	/** From the lease on: complete; then handle, whatever comes of it. */
	@Override
	public void process(InFlightJob job) {
		if (!isCompleted(job)) {
			return;
		}
		job.beginFree();
		ObservedHandler.Run run = this.handler.run(job.lease());
		job.end();
		this.held.remove(job);
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
			if (!this.queue.complete(List.of(job.lease())).isEmpty()) {
				return true;
			}
			this.held.taken(job);
		}
		catch (RuntimeException ex) {
			// Asked again, Redis could not tell whether it was this call that did it.
			this.held.remove(job);
			logger.warn("The " + job + " is not handled, as Redis did not say whether it was completed before; if it"
					+ " was not, it comes back when its lease has run out", ex);
		}
		return false;
	}

}
