package io.github.redisqueue.listener.handle;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.listener.AckMode;
import io.github.redisqueue.listener.Outcome;
import io.github.redisqueue.listener.job.InFlightJob;
import io.github.redisqueue.listener.job.InFlightJobs;
import io.github.redisqueue.listener.job.JobProcessor;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Processes jobs in {@link AckMode#BEFORE}: completes the job, then calls the handler.
 * Handlers of batches have another mode. Thread-safe.
 */
public final class AtMostOnce implements JobProcessor {

	private static final Log logger = LogFactory.getLog(AtMostOnce.class);

	private final WorkerQueue queue;

	private final Handlings handlings;

	private final InFlightJobs inFlight;

	private final HandlerGate gate;

	public AtMostOnce(WorkerQueue queue, Handlings handlings, HandlerGate gate) {
		this.queue = queue;
		this.handlings = handlings;
		this.inFlight = handlings.inFlight();
		this.gate = gate;
	}

	@Override
	public boolean process(List<InFlightJob> jobs) {
		InFlightJob job = jobs.get(0);
		this.gate.pass();
		boolean goesOn = false;
		try {
			goesOn = completeAndHandle(job);
		}
		finally {
			if (goesOn) {
				job.whenFinished(this.gate::leave);
			}
			else {
				this.gate.leave();
			}
		}
		return goesOn;
	}

	private boolean completeAndHandle(InFlightJob job) {
		if (this.inFlight.isStopping()) {
			this.handlings.settlements().release(job);
			return false;
		}
		if (!job.completing() || !complete(job) || !job.begin()) {
			return false;
		}
		ObservedHandler.Call call = this.handlings.handler().call(job, null);
		CompletableFuture<?> work = call.work();
		if (work == null) {
			end(job, call, call.thrown());
			return false;
		}
		job.detach(() -> this.handlings.inBackground(() -> work.cancel(true)));
		call.whenWorkEnded((failure) -> end(job, call, failure));
		return true;
	}

	private void end(InFlightJob job, ObservedHandler.Call call, @Nullable Throwable failure) {
		job.end();
		this.inFlight.remove(job);
		job.finish();
		this.inFlight.handled(job, failure);
		if (failure == null) {
			call.end(Outcome.COMPLETE);
		}
		else {
			call.end(Outcome.DROP);
			job.log(() -> logger.error(job + " failed and is not retried: it was completed before its handler began",
					failure));
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
