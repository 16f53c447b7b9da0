package io.github.redisqueue.listener;

import java.util.List;
import java.util.function.Function;

import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.script.Call;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Processes jobs in {@link AckMode#BEFORE}: completes the job, then calls the handler.
 * Thread-safe.
 */
final class AtMostOnce implements JobProcessor {

	private static final Log logger = LogFactory.getLog(AtMostOnce.class);

	private final WorkerQueue queue;

	private final ObservedHandler handler;

	private final InFlightJobs inFlight;

	private final HandlerGate gate;

	private final Function<InFlightJob, SettlementCommitter> committers;

	AtMostOnce(WorkerQueue queue, ObservedHandler handler, InFlightJobs inFlight, HandlerGate gate,
			Function<InFlightJob, SettlementCommitter> committers) {
		this.committers = committers;
		this.gate = gate;
		this.queue = queue;
		this.handler = handler;
		this.inFlight = inFlight;
	}

	@Override
	public void process(InFlightJob job) {
		this.gate.pass();
		try {
			completeAndHandle(job);
		}
		finally {
			this.gate.leave();
		}
	}

	private void completeAndHandle(InFlightJob job) {
		if (this.inFlight.isStopping()) {
			this.committers.apply(job).release(List.of(job));
			return;
		}
		if (!job.completing() || !complete(job) || !job.begin()) {
			return;
		}
		ObservedHandler.Call call = this.handler.call(job.lease());
		job.end();
		this.inFlight.remove(job);
		if (call.thrown() == null) {
			call.outcome("complete");
		}
		else {
			call.outcome("drop");
			logger.error(job + " failed and is not retried: it was completed before its handler began",
					LoggedFailure.of(call.thrown()));
		}
	}

	private boolean complete(InFlightJob job) {
		try {
			if (!this.queue.complete(List.of(job.lease())).isEmpty()) {
				return true;
			}
			this.inFlight.refuse(job);
		}
		catch (RuntimeException ex) {
			// A second call would not show whether the first one completed the job.
			this.inFlight.remove(job);
			logger.warn(job + " is not handled: Redis did not confirm that it was completed. If it was not, it becomes"
					+ " ready again after its lease has expired", ex);
		}
		return false;
	}

}
