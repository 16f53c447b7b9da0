package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Lease;
import org.jspecify.annotations.Nullable;

/**
 * How to settle a job.
 *
 * @param kind the operation
 * @param job the job
 * @param recorded the failure to record, if the handler failed
 * @param thrown the exception of the handler, if it failed
 * @param postponed for how long the job is postponed, else zero
 * @param result is told whether the job was settled, if somebody wants to know
 */
record Settlement(Kind kind, InFlightJob job, @Nullable Failure recorded, @Nullable Throwable thrown,
		Duration postponed, @Nullable CompletableFuture<Boolean> result) {

	/** How long a lease must last after its job has waited to be settled, in ns. */
	private static final long LEAST_LEASE_TIME = 1_000_000_000;

	static Settlement complete(InFlightJob job) {
		return new Settlement(Kind.COMPLETE, job, null, null, Duration.ZERO, null);
	}

	static Settlement retry(InFlightJob job, Failure failure, @Nullable Throwable thrown) {
		return new Settlement(Kind.RETRY, job, failure, thrown, Duration.ZERO, null);
	}

	static Settlement bury(InFlightJob job, Cause cause, @Nullable Throwable thrown) {
		return new Settlement(Kind.BURY, job, new Failure(Duration.ZERO, cause), thrown, Duration.ZERO, null);
	}

	static Settlement release(InFlightJob job) {
		return new Settlement(Kind.RELEASE, job, null, null, Duration.ZERO, null);
	}

	static Settlement postpone(InFlightJob job, Duration delay) {
		return new Settlement(Kind.POSTPONE, job, null, null, delay, null);
	}

	/** The same, with somebody who wants to know its result. */
	Settlement withResult() {
		return new Settlement(this.kind, this.job, this.recorded, this.thrown, this.postponed,
				new CompletableFuture<>());
	}

	/**
	 * Whether nobody waits for the settlement: neither other jobs of its group, nor
	 * somebody who has acknowledged the job, nor a crash that could be blamed on it; and
	 * its lease lasts for a while after that.
	 * @param interval how long the settlement may wait
	 */
	boolean isPatient(Duration interval) {
		Lease lease = lease();
		return this.kind == Kind.COMPLETE && this.result == null && !this.job.isGrouped() && lease.crashes() == 0
				&& lease.deadline() - System.nanoTime() > interval.toNanos() + LEAST_LEASE_TIME;
	}

	/** Tells whether the job was settled. Runs code of the application. */
	void confirm(boolean settled) {
		if (this.result != null) {
			this.result.complete(settled);
		}
	}

	/** Whether the job was settled, once that is known. */
	CompletionStage<Boolean> confirmed() {
		return Objects.requireNonNull(this.result).minimalCompletionStage();
	}

	Lease lease() {
		return this.job.lease();
	}

	Failure failure() {
		return Objects.requireNonNull(this.recorded);
	}

	enum Kind {

		/** The handler has returned. */
		COMPLETE,

		/** The handler failed, and the job is retried after a delay. */
		RETRY,

		/** The handler failed with an exception that is not retried. */
		BURY,

		/** The handler was not called. */
		RELEASE,

		/** The handler is to be called later, whether or not it was called now. */
		POSTPONE

	}

}
