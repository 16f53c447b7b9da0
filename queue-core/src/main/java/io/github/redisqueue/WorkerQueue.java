package io.github.redisqueue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A queue as a worker uses it: the worker leases jobs, extends the leases while handlers
 * run, settles them, and cleans up after crashed workers. Listeners do all of that. An
 * application needs this interface only if it does not use listeners.
 * <p>
 * The server checks the token of a lease before it settles or extends that lease. A
 * worker that lost its lease cannot change the job: the call skips that lease. A worker
 * loses a lease when the lease has expired and another worker leased the job, or when the
 * job was cancelled or added again. A worker may still settle an expired lease as long as
 * the job has not been leased again.
 * <p>
 * Methods that take leases throw {@link IllegalArgumentException} before they change
 * anything if one of the leases belongs to another queue or was not created by a queue,
 * such as those of {@link Lease#of(String, Job)}.
 */
public interface WorkerQueue extends WorkQueue {

	/**
	 * {@return how long a lease lasts}
	 */
	Duration leaseTime();

	/**
	 * {@return how often {@link #retry} makes a job ready again, 0 or more} A job that
	 * fails once more is buried.
	 */
	int maxRetries();

	/**
	 * {@return how often workers may crash while they hold a job, 1 or more}
	 */
	int maxCrashes();

	/**
	 * {@return the same queue, with operations that do not wait for their replies}
	 */
	AsyncWorkerQueue async();

	/**
	 * Leases jobs whose ready time has come, the oldest first, as far as the limits on
	 * leasing allow. Never blocks.
	 * @param max the largest number of jobs to lease, at least 1; a queue returns at most
	 * 500 jobs or 4 MiB, whatever this number is
	 * @return the leases, and when to ask again
	 * @throws IllegalArgumentException if {@code max} is below 1
	 */
	LeaseResult lease(int max);

	/**
	 * Records that handlers are about to start. The queue needs that only for jobs with
	 * at least one crash: if a worker crashes again, the queue counts a further crash
	 * only for those of them that had started. A job whose crashes exceed the limit is
	 * buried if it had started alone; a job that started beside others is buried only
	 * after ten crashes more, because another one may be to blame.
	 * @param held leases with at least one crash
	 * @param alone whether no other handler runs in the application
	 * @return the leases that the worker still holds
	 */
	Set<Lease> start(Collection<Lease> held, boolean alone);

	/**
	 * Extends leases to a full lease time from now: the heartbeat. A worker calls this
	 * well within each lease time, even if it holds no lease. If no call within a lease
	 * time names a job that the queue leased to this worker, the job becomes ready again,
	 * because the reply that leased it may have been lost.
	 * @param held leases that the worker holds; several calls may share them, as long as
	 * one of them names each lease within each lease time
	 * @return the leases that the worker still holds, with their new deadlines
	 */
	Set<Lease> extend(Collection<Lease> held);

	/**
	 * Completes jobs: their work is done.
	 * @param held the leases
	 * @return the leases whose jobs this call completed; each job is completed by exactly
	 * one call
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
	 * Releases jobs: they are ready again at once, and nothing is counted. Not for jobs
	 * whose handlers are running.
	 * @param held the leases
	 * @return the leases whose jobs this call released
	 */
	Set<Lease> release(Collection<Lease> held);

	/**
	 * Postpones jobs: they are ready again after a delay, and nothing is counted. For
	 * jobs whose handlers have ended, or have not begun.
	 * @param delays the leases with the delays of their jobs, from 0 to
	 * {@link Job#MAX_DELAY}; rounded up to milliseconds
	 * @return the leases whose jobs this call postponed
	 * @throws IllegalArgumentException if a delay is negative or too long; then no job is
	 * postponed
	 */
	Set<Lease> postpone(Map<Lease, Duration> delays);

	/**
	 * Buries jobs: they become dead letters.
	 * @param causes the leases with the causes that their dead letters will show
	 * @return the leases whose jobs this call buried
	 */
	Set<Lease> bury(Map<Lease, Cause> causes);

	/**
	 * Reclaims the jobs of crashed workers and removes leftovers. Any instance may call
	 * this, and several may call it at the same time. Costs at least one round trip; see
	 * {@link CleanDepth}. If a shard fails, the others are cleaned all the same.
	 * @param depth how thoroughly to clean
	 * @return the numbers of reclaimed and buried jobs and of removed leftovers
	 */
	default CleanReport clean(CleanDepth depth) {
		List<CleanReport> reports = new ArrayList<>();
		clean(depth, reports::add);
		return CleanReport.sum(reports);
	}

	/**
	 * Cleans as {@link #clean(CleanDepth)} does, and tells what was done also if a shard,
	 * or a later part of a deep cleaning, fails.
	 * @param depth how thoroughly to clean
	 * @param cleaned is told what was done, part by part: for each shard, and of a deep
	 * cleaning first what a light one does; not called if there was nothing to clean
	 */
	void clean(CleanDepth depth, Consumer<CleanReport> cleaned);

	/**
	 * Cleans in turn with other instances, each of which calls this at the same interval:
	 * in each round, one of them cleans. With shards, that is one for each shard. An
	 * instance that fails while it cleans leaves the round to others. If it is killed,
	 * others continue when four fifths of the interval have passed.
	 * @param depth how thoroughly to clean; light and deep cleanings have separate turns
	 * @param interval the time between two calls of an instance, 1 ms to 365 days
	 * @param cleaned is told what this instance did, as by
	 * {@link #clean(CleanDepth, Consumer)}
	 * @throws IllegalArgumentException if the interval is too short or too long
	 */
	void cleanInTurn(CleanDepth depth, Duration interval, Consumer<CleanReport> cleaned);

	/**
	 * {@return whether this instance knows that a light cleaning has nothing to do, as no
	 * lease can have expired} The layout has to be compared all the same.
	 */
	boolean isIdle();

	/**
	 * Looks whether {@link #checkLayout()} would find the layout that it has found
	 * before, and record nothing. Looks at many queues share their calls.
	 * @return whether that is known; no exception
	 */
	default CompletableFuture<Boolean> isLayoutConfirmed() {
		return CompletableFuture.completedFuture(false);
	}

	/**
	 * Compares the layout of the queue, its type and the number of its shards, with the
	 * one that Redis has recorded. If there is none, that of this queue is recorded. The
	 * first operation does so, and each cleaning. A shard has no layout of its own.
	 * @throws QueueLayoutException if another one is recorded; all operations then throw
	 * it until the record is as before
	 */
	default void checkLayout() {
	}

}
