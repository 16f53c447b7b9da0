package io.github.redisqueue.listener.settle;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.Decision;
import io.github.redisqueue.listener.Outcome;
import io.github.redisqueue.listener.job.InFlightJob;
import org.jspecify.annotations.Nullable;

/**
 * How to settle a job.
 *
 * @param job the job
 * @param decision what is to become of it
 * @param result is told whether the job was settled, if somebody wants to know
 */
public record Settlement(InFlightJob job, Decision decision, @Nullable CompletableFuture<Boolean> result) {

	/** How long a lease must last after its job has waited to be settled, in ns. */
	private static final long LEAST_LEASE_TIME = 1_000_000_000;

	public Settlement(InFlightJob job, Decision decision) {
		this(job, decision, null);
	}

	public static Settlement release(InFlightJob job) {
		return new Settlement(job, Decision.RELEASE);
	}

	/** The same, with somebody who wants to know its result. */
	public Settlement withResult() {
		return new Settlement(this.job, this.decision, new CompletableFuture<>());
	}

	/**
	 * Whether nobody waits for the settlement: neither other jobs of its group, nor
	 * somebody who has acknowledged the job, nor a crash that could be blamed on it; and
	 * its lease lasts for a while after that.
	 * @param interval how long the settlement may wait
	 */
	boolean isPatient(Duration interval) {
		Lease lease = lease();
		return outcome() == Outcome.COMPLETE && this.result == null && !this.job.isGrouped() && lease.crashes() == 0
				&& lease.deadline() - System.nanoTime() > interval.toNanos() + LEAST_LEASE_TIME;
	}

	/** Tells whether the job was settled. Runs code of the application. */
	void confirm(boolean settled) {
		if (this.result != null) {
			this.result.complete(settled);
		}
	}

	/** Whether the job was settled, once that is known. */
	public CompletionStage<Boolean> confirmed() {
		return Objects.requireNonNull(this.result).minimalCompletionStage();
	}

	Outcome outcome() {
		return this.decision.outcome();
	}

	Lease lease() {
		return this.job.lease();
	}

	/** The exception of the handler, if it failed. */
	@Nullable Throwable thrown() {
		return this.decision.thrown();
	}

}
