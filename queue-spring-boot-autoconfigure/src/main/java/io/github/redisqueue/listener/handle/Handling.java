package io.github.redisqueue.listener.handle;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;

import io.github.redisqueue.Cause;
import io.github.redisqueue.listener.Acknowledgement;
import io.github.redisqueue.listener.Decision;
import io.github.redisqueue.listener.FailureDecisions;
import io.github.redisqueue.listener.Outcome;
import io.github.redisqueue.listener.job.InFlightJob;
import io.github.redisqueue.listener.settle.Settlement;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The handling of one job, from the call of its handler to its settlement. What settles
 * the job is the end of the call, the end of the asynchronous work that the call has
 * begun, an acknowledgement, or the ack timeout, whichever comes first. Thread-safe.
 */
final class Handling implements Acknowledgement {

	private static final Log logger = LogFactory.getLog(Handling.class);

	/** As long as the messages of exceptions in dead letters. */
	private static final int MAX_REASON = 1000;

	private final InFlightJob job;

	private final Handlings listener;

	/** Whether somebody has decided what becomes of the job. */
	private boolean settled;

	/** The call of the handler, null until it has returned. */
	private ObservedHandler.@Nullable Call call;

	/** How the job was settled, null until then. With both, the observation ends. */
	private @Nullable Outcome outcome;

	Handling(InFlightJob job, Handlings listener) {
		this.job = job;
		this.listener = listener;
	}

	/** Calls the handler. Returns whether the job goes on without its thread. */
	boolean run() {
		Duration ackTimeout = this.listener.ackTimeout();
		ObservedHandler.Call ended = this.listener.handler().call(this.job, (ackTimeout != null) ? this : null);
		CompletableFuture<?> work = ended.work();
		observe(ended);
		if (ended.thrown() != null || (work == null && ackTimeout == null)) {
			this.job.leave();
			end(ended.thrown());
			return false;
		}
		if (work != null) {
			this.job.detach(() -> this.listener.inFlight().inBackground(() -> work.cancel(true)));
			ended.whenWorkEnded(this::end);
		}
		else {
			this.job.detach(() -> this.listener.inFlight().inBackground(this::stop));
			this.job.whenFinished(this.listener.timer()
				.schedule(() -> this.listener.inFlight().inBackground(this::timeOut),
						Objects.requireNonNull(ackTimeout)));
		}
		return true;
	}

	/** A call of the handler with several jobs has ended, as far as this one goes. */
	void end(ObservedHandler.Call ended, @Nullable Throwable thrown) {
		observe(ended);
		end(thrown);
	}

	private void timeOut() {
		if (isFirst()) {
			TimeoutException thrown = new TimeoutException(
					"The job was not acknowledged within " + this.listener.ackTimeout());
			this.job.end();
			settle(decide(thrown));
		}
	}

	/**
	 * The listener stops, and nobody has acknowledged the job. Whoever should do so may
	 * still work on it, so it is postponed.
	 */
	private void stop() {
		if (!this.job.isLost() && isFirst()) {
			this.job.end();
			postponeStopped();
			this.job
				.log(() -> logger.warn(this.job + " was not acknowledged before the listener stopped. It is postponed"
						+ " for the lease time of " + this.listener.leaseTime()));
		}
	}

	private void postponeStopped() {
		settle(new Settlement(this.job, Decision.postpone(this.listener.leaseTime())), Outcome.RELEASE, null);
	}

	/** The handler has ended its work, or failed. */
	private void end(@Nullable Throwable thrown) {
		if (!isFirst()) {
			if (thrown != null) {
				this.job.log(() -> logger
					.warn(this.job + " failed after it was acknowledged, the failure is not recorded", thrown));
			}
			return;
		}
		if (this.job.isCompleted()) {
			endCompleted(thrown);
			return;
		}
		boolean interrupted = this.job.wasInterrupted();
		boolean leased = this.job.end();
		if (thrown == null) {
			// Even if the lease has expired: the job can still be completed unless
			// another worker has leased it in the meantime.
			settle(Decision.COMPLETE);
		}
		else if (!leased) {
			endLost(thrown);
		}
		else if (interrupted && this.job.isDetached()) {
			// Its future was cancelled. The work behind it may still continue.
			postponeStopped();
		}
		else if (interrupted) {
			settle(Decision.RELEASE);
			logger
				.info(this.job + ": the handler failed after it was interrupted because the listener stops. The job is"
						+ " released, the failure is not recorded", thrown);
		}
		else {
			settle(decide(thrown));
			if (FailureDecisions.isRelease(thrown)) {
				this.listener.awaitSettled(List.of(this.job));
			}
		}
	}

	/** The job was completed before its handler began. */
	private void endCompleted(@Nullable Throwable thrown) {
		this.job.end();
		this.listener.inFlight().remove(this.job);
		settle(null, (thrown != null) ? Outcome.DROP : Outcome.COMPLETE, thrown);
		if (thrown != null) {
			this.job.log(() -> logger
				.error(this.job + " failed and is not retried: it was completed before its handler began", thrown));
		}
	}

	/**
	 * The handler has failed without a lease. If nobody has taken the job, a cleaning, or
	 * a heartbeat of this worker, reclaims it, which counts a crash, as if this worker
	 * had ended: a job whose lease is lost each time must not be handled for ever. If
	 * Redis has reported the loss, it learns that nobody works on the job any more, which
	 * frees the place of its group.
	 */
	private void endLost(Throwable thrown) {
		boolean expired = this.listener.inFlight().remove(this.job);
		settle(expired ? null : Settlement.release(this.job), Outcome.LOST, null);
		this.job.log(() -> logger.info(this.job + ": the handler failed after the lease was lost, the failure is not"
				+ " recorded" + (expired ? ". It is reclaimed, which counts a crash" : ""), thrown));
	}

	@Override
	public CompletionStage<Boolean> complete() {
		return acknowledge(Decision.COMPLETE);
	}

	@Override
	public CompletionStage<Boolean> retry(Duration delay) {
		return acknowledge(this.listener.decisions().retry(this.job.lease(), delay));
	}

	@Override
	public CompletionStage<Boolean> postpone(Duration delay) {
		return acknowledge(Decision.postpone(delay));
	}

	@Override
	public CompletionStage<Boolean> bury(String reason) {
		return acknowledge(Decision.bury(
				Cause.of(Cause.Reason.NOT_RETRYABLE, reason.substring(0, Math.min(reason.length(), MAX_REASON))),
				null));
	}

	private CompletionStage<Boolean> acknowledge(Decision decision) {
		if (!isFirst()) {
			return CompletableFuture.completedStage(false);
		}
		this.job.acknowledge();
		Settlement acknowledged = new Settlement(this.job, decision).withResult();
		settle(acknowledged, decision.outcome(), null);
		return acknowledged.confirmed();
	}

	private synchronized boolean isFirst() {
		boolean first = !this.settled;
		this.settled = true;
		return first;
	}

	private Decision decide(Throwable thrown) {
		return this.listener.decisions().decide(this.job.lease(), thrown, this.job::log);
	}

	private void settle(Decision decision) {
		settle(new Settlement(this.job, decision), decision.outcome(), decision.thrown());
	}

	/** Without a settlement, the job has been completed, or is left to a cleaning. */
	private void settle(@Nullable Settlement settlement, Outcome outcome, @Nullable Throwable failure) {
		ObservedHandler.Call ended;
		try {
			if (settlement != null) {
				this.listener.settlements().settle(settlement);
			}
			this.listener.inFlight().handled(this.job, failure);
			synchronized (this) {
				this.outcome = outcome;
				ended = this.call;
			}
			if (ended != null) {
				ended.end(outcome);
			}
		}
		finally {
			this.job.finish();
		}
	}

	/** The call has returned, perhaps after its job was settled. */
	private void observe(ObservedHandler.Call ended) {
		Outcome known;
		synchronized (this) {
			this.call = ended;
			known = this.outcome;
		}
		if (known != null) {
			ended.end(known);
		}
	}

}
