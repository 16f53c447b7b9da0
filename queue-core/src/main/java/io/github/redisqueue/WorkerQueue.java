package io.github.redisqueue;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * A queue as a worker uses it: the worker leases jobs, extends the leases while handlers
 * run, settles them, and cleans up after workers that vanished. Listeners do all of that;
 * an application needs this view only if it does without listeners.
 * <p>
 * The server checks the token of a lease before it settles or extends that lease. If the
 * worker lost the lease, the call changes nothing for it. A worker loses a lease when the
 * lease has ended and another worker took the job, or when the job was cancelled or added
 * anew. A worker may still settle a lease that has ended as long as nobody took the job.
 * <p>
 * Methods that take leases throw {@link IllegalArgumentException} before they change
 * anything if one of the leases is of another queue or was not given by a queue, such as
 * those of {@link Lease#of(String, Job)}.
 */
public interface WorkerQueue extends WorkQueue {

	/**
	 * How long a lease lasts.
	 * @return the lease time of this queue
	 */
	Duration leaseTime();

	/**
	 * Checks whether this worker may lease, without leasing. {@link #lease(int)} checks
	 * that too; an application that asks at its start learns of a wrong worker id before
	 * it touches any job.
	 * @return true if the worker may lease; false if another instance used the same
	 * worker id a short while ago and may still be running: ask again
	 * @throws DuplicateWorkerException if another running instance has the id of this
	 * worker, and the algorithm needs unique ids
	 */
	default boolean checkWorkerId() {
		return true;
	}

	/**
	 * Leases jobs whose ready time has come, the oldest first. Never blocks.
	 * @param max the largest number of jobs to lease, at least 1; a queue returns at most
	 * 500 jobs or 4 MiB, whatever this number is
	 * @return the leases, and when to ask again
	 * @throws IllegalArgumentException if {@code max} is below 1
	 * @throws DuplicateWorkerException if another running instance has the id of this
	 * worker, and the algorithm needs unique ids
	 */
	LeaseResult lease(int max);

	/**
	 * Records that handlers are about to start. The queue needs that only for jobs with a
	 * crash behind them: if their worker vanishes again, the queue counts a crash for
	 * those that had started and for no others.
	 * @param held leases with at least one crash
	 * @return those that the worker still holds
	 */
	Set<Lease> start(Collection<Lease> held);

	/**
	 * Extends leases to a full lease time from now: the heartbeat. A worker calls this
	 * well within each lease time, also while it holds nothing. Jobs that the queue gave
	 * to this worker and that no call names within a lease time go back to the queue,
	 * since the reply that carried them may have been lost.
	 * @param held leases that the worker holds; several calls may share them, as long as
	 * one of them names each lease within each lease time
	 * @return those that the worker still holds, with their new deadlines
	 */
	Set<Lease> extend(Collection<Lease> held);

	/**
	 * Completes jobs: their work is done.
	 * @param held the leases
	 * @return those whose jobs this call completed; each job is completed by exactly one
	 * call
	 */
	Set<Lease> complete(Collection<Lease> held);

	/**
	 * Counts a failure for each job. The job is ready again after its delay, or becomes a
	 * dead letter if it has failed too often.
	 * @param failed the leases with their failures
	 * @return the leases whose jobs come back, and those whose jobs were buried
	 */
	RetryResult retry(Map<Lease, Failure> failed);

	/**
	 * Hands jobs back: they are ready again at once, and nothing is counted. Not for jobs
	 * whose handlers are running.
	 * @param held the leases
	 * @return those whose jobs this call released
	 */
	Set<Lease> release(Collection<Lease> held);

	/**
	 * Buries jobs: they become dead letters.
	 * @param hopeless the leases with the causes that their dead letters will show
	 * @return those whose jobs this call buried
	 */
	Set<Lease> bury(Map<Lease, Cause> hopeless);

	/**
	 * Makes abandoned jobs ready again and removes leftovers. Any instance may call this,
	 * also several at a time. Costs at least one round trip; see {@link CleanDepth}.
	 * @param depth how thoroughly to clean
	 * @return the numbers of jobs and leftovers that were dealt with
	 */
	CleanReport clean(CleanDepth depth);

}
