package io.github.redisqueue;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

/**
 * The operations of a {@link WorkerQueue} that listeners and senders call, without
 * waiting for their replies. Each has the contract of the method of the same name there.
 * Methods throw {@link IllegalArgumentException} at once, unless they have to ask Redis
 * before they can check their arguments; all other exceptions complete the result, among
 * them {@link org.springframework.dao.QueryTimeoutException} if no reply came in time.
 * <p>
 * Results are completed on threads that must not be blocked, such as the I/O threads of
 * the client. Thread-safe.
 */
public interface AsyncWorkerQueue {

	/**
	 * The name of the queue.
	 * @return the name
	 */
	String name();

	/**
	 * How long a lease lasts.
	 * @return the lease time of this queue
	 */
	Duration leaseTime();

	/**
	 * The shards of the queue, in the order of their numbers. A call on a shard concerns
	 * the jobs of that shard only.
	 * @return the shards; of a queue without shards itself
	 */
	default List<AsyncWorkerQueue> shards() {
		return List.of(this);
	}

	/**
	 * The shard of a job: that of its group or, if it has none, of its id.
	 * @param job the job
	 * @return the number of its shard, from 0 on
	 */
	default int shardOf(Job job) {
		return 0;
	}

	/**
	 * Whether Redis gets the calls on a shard in the order in which they are made, and
	 * replies in that order. Only a call that has to be repeated comes later.
	 * @return whether a call may rely on those before it, although they are under way
	 */
	boolean keepsOrder();

	/**
	 * Adds jobs. Calls on several shards are under way at the same time.
	 * @param jobs the jobs; if two have the same id, the queue takes the first
	 * @param mode what the queue does with jobs whose ids are present
	 * @return the ids that this call added
	 * @see WorkQueue#add(Collection, AddMode)
	 */
	CompletableFuture<Set<String>> add(Collection<Job> jobs, AddMode mode);

	/**
	 * Leases jobs. If the reply comes after a timeout, the queue releases the jobs in it.
	 * @param max the largest number of jobs to lease, at least 1
	 * @return the leases, and when to ask again
	 * @see WorkerQueue#lease(int)
	 */
	CompletableFuture<LeaseResult> lease(int max);

	/**
	 * Leases jobs for a caller that waits for the bell of the queue if no job is ready.
	 * So that not all waiting instances wake up when a delayed job is due, the queue
	 * tells the time to one of them only; the others are told that there is nothing to
	 * wait for.
	 * @param max the largest number of jobs to lease, at least 1
	 * @return the leases, and when to ask again
	 */
	CompletableFuture<LeaseResult> leaseOrWait(int max);

	/**
	 * Leases jobs like {@link #leaseOrWait(int)}, unless an instance has polled the queue
	 * within the interval: one command checks that, and then nothing is leased. Polling
	 * finds the jobs of clients that do not ring, and those whose ring was lost.
	 * @param max the largest number of jobs to lease, at least 1
	 * @param interval the poll interval
	 * @return the result, and when to poll next
	 */
	CompletableFuture<Poll> poll(int max, Duration interval);

	/**
	 * Looks which shards may have jobs to lease, without leasing. On a Redis Cluster a
	 * look concerns three of the shards, in turn.
	 * @return the numbers of these shards; of a queue without shards always 0, as leasing
	 * costs no more than a look
	 */
	default CompletableFuture<List<Integer>> look() {
		return CompletableFuture.completedFuture(List.of(0));
	}

	/**
	 * Records that handlers are about to start, or that they continue beside others.
	 * @param held leases with at least one crash
	 * @param alone whether no other handler runs in the application
	 * @return the leases that the worker still holds
	 * @see WorkerQueue#start(Collection, boolean)
	 */
	CompletableFuture<Set<Lease>> start(Collection<Lease> held, boolean alone);

	/**
	 * Extends leases.
	 * @param held leases that the worker holds
	 * @return the leases that the worker still holds, with their new deadlines
	 * @see WorkerQueue#extend(Collection)
	 */
	CompletableFuture<Set<Lease>> extend(Collection<Lease> held);

	/**
	 * Completes jobs.
	 * @param held the leases
	 * @return the leases whose jobs this call completed
	 * @see WorkerQueue#complete(Collection)
	 */
	CompletableFuture<Set<Lease>> complete(Collection<Lease> held);

	/**
	 * Counts a failure for each job.
	 * @param failed the leases with their failures
	 * @return the leases whose jobs come back, and those whose jobs were buried
	 * @see WorkerQueue#retry(Map)
	 */
	CompletableFuture<RetryResult> retry(Map<Lease, Failure> failed);

	/**
	 * Releases jobs.
	 * @param held the leases
	 * @return the leases whose jobs this call released
	 * @see WorkerQueue#release(Collection)
	 */
	CompletableFuture<Set<Lease>> release(Collection<Lease> held);

	/**
	 * Postpones jobs.
	 * @param delays the leases with the delays of their jobs
	 * @return the leases whose jobs this call postponed
	 * @see WorkerQueue#postpone(Map)
	 */
	CompletableFuture<Set<Lease>> postpone(Map<Lease, Duration> delays);

	/**
	 * Buries jobs.
	 * @param causes the leases with the causes that their dead letters will show
	 * @return the leases whose jobs this call buried
	 * @see WorkerQueue#bury(Map)
	 */
	CompletableFuture<Set<Lease>> bury(Map<Lease, Cause> causes);

	/**
	 * The result of a poll. Immutable.
	 *
	 * @param result the result of leasing, or null if another instance has polled
	 * @param next the time until the next poll is useful, more than zero
	 */
	record Poll(@Nullable LeaseResult result, Duration next) {

	}

}
