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

	private final HandlerGate gate;

	private final Timer timer;

	AtLeastOnce(WorkerQueue queue, ObservedHandler handler, RetrySettings retry, InFlightJobs inFlight,
			Function<InFlightJob, SettlementCommitter> committers, ListenerServices services) {
		this.queue = queue;
		this.handler = handler;
		this.retry = retry;
		this.inFlight = inFlight;
		this.committers = committers;
		this.gate = services.gate();
		this.timer = services::schedule;
	}

	@Override
	public void process(InFlightJob job) {
		if (isSuspect(job)) {
			processAlone(job);
			return;
		}
		this.gate.pass();
		try {
			if (begin(job, false)) {
				handle(job);
			}
		}
		finally {
			this.gate.leave();
		}
	}

	/**
	 * Whether one more crash would bury the job. After a single crash, no job is treated
	 * differently: all that a worker held have crashed once.
	 */
	private boolean isSuspect(InFlightJob job) {
		return job.lease().crashes() >= Math.max(2, this.queue.maxCrashes());
	}

	/**
	 * A crash is to be blamed on this job only if no other handler ran. So others wait
	 * until Redis has settled the job. If its handler takes long, they go on, after the
	 * record says so. Of several such jobs one runs, and the others are postponed, so
	 * that they do not hold up the rest one after the other.
	 */
	private void processAlone(InFlightJob job) {
		HandlerGate.Passage passage = this.gate.passAlone();
		if (passage == null) {
			this.committers.apply(job).postpone(job, this.queue.leaseTime());
			return;
		}
		if (passage.isAlone()) {
			this.timer.schedule(() -> letOthersPass(job, passage), this.gate.patience());
		}
		boolean begun = false;
		try {
			begun = begin(job, passage.isAlone());
			if (begun) {
				handle(job);
			}
		}
		finally {
			if (begun) {
				job.whenRemoved(passage::leave);
			}
			else {
				passage.leave();
			}
		}
	}

	private boolean begin(InFlightJob job, boolean alone) {
		if (this.inFlight.isStopping()) {
			this.committers.apply(job).release(List.of(job));
			return false;
		}
		if (job.isLost() || !recordStart(job, alone)) {
			return false;
		}
		boolean begun = job.begin();
		if (!begun && job.lease().crashes() > 0) {
			// The lease was lost meanwhile. The start that was recorded must not count.
			this.committers.apply(job).settle(Settlement.release(job));
		}
		return begun;
	}

	private void letOthersPass(InFlightJob job, HandlerGate.Passage passage) {
		if (!passage.isClosed()) {
			return;
		}
		this.queue.async().start(List.of(job.lease()), false).whenComplete((recorded, failure) -> {
			if (failure == null) {
				passage.letOthersPass();
			}
			else {
				this.timer.schedule(() -> letOthersPass(job, passage), this.gate.patience());
			}
		});
	}

	private void handle(InFlightJob job) {
		ObservedHandler.Call call = this.handler.call(job.lease());
		boolean interrupted = job.wasInterrupted();
		boolean leased = job.end();
		Throwable thrown = call.thrown();
		if (thrown == null) {
			// Even if the lease has expired: the job can still be completed unless
			// another worker has leased it in the meantime.
			this.committers.apply(job).settle(Settlement.complete(job));
			call.outcome("complete");
		}
		else if (!leased) {
			this.committers.apply(job).settle(Settlement.release(job));
			call.outcome("lost");
			logger.info(job + ": the handler failed after the lease was lost, the failure is not recorded",
					LoggedFailure.of(thrown));
		}
		else if (interrupted) {
			this.committers.apply(job).settle(Settlement.release(job));
			call.outcome("release");
			logger.info(job + ": the handler failed after it was interrupted because the listener stops. The job is"
					+ " released, the failure is not recorded", LoggedFailure.of(thrown));
		}
		else {
			Settlement settlement = failed(job, thrown);
			this.committers.apply(job).settle(settlement);
			call.outcome(isLast(settlement) ? "bury" : "retry");
		}
	}

	private Settlement failed(InFlightJob job, Throwable thrown) {
		try {
			return this.retry.isRetryable(thrown)
					? Settlement.retry(job, this.retry.failure(job.lease(), thrown), thrown)
					: Settlement.bury(job, this.retry.cause(thrown), thrown);
		}
		catch (Throwable ex) {
			logger.error("The retry policy failed with an exception of the handler of " + job, ex);
			Throwable broken = new BrokenException(thrown,
					"the retry policy failed with it: " + ex.getClass().getName());
			return Settlement.retry(job, RetrySettings.failureWithoutPolicy(broken), broken);
		}
	}

	/** Whether this failure is one too many, so that the queue buries the job. */
	private boolean isLast(Settlement settlement) {
		return settlement.kind() == Settlement.Kind.BURY || settlement.lease().failures() >= this.queue.maxRetries();
	}

	/**
	 * Records the start of a job that a worker held when it crashed. If a worker crashes
	 * again, the record distinguishes the started jobs from those that were only leased.
	 */
	private boolean recordStart(InFlightJob job, boolean alone) {
		if (job.lease().crashes() == 0) {
			return true;
		}
		try {
			if (!this.queue.start(List.of(job.lease()), alone).isEmpty()) {
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
