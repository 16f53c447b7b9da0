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
 * waiting for their replies. A method has the contract of the one of the same name there,
 * and adds to it what is said here. Methods throw {@link IllegalArgumentException} at
 * once, unless they have to ask Redis before they can check their arguments; all other
 * exceptions complete the result, among them
 * {@link org.springframework.dao.QueryTimeoutException} if no reply came in time.
 * <p>
 * Results are completed on threads that must not be blocked, such as the I/O threads of
 * the client. Thread-safe.
 */
public interface AsyncWorkerQueue {

	/**
	 * {@return the name of the queue}
	 */
	String name();

	/**
	 * {@return how long a lease lasts}
	 */
	Duration leaseTime();

	/**
	 * {@return the shards in the order of their numbers; of a queue without shards
	 * itself} A call on a shard concerns the jobs of that shard only.
	 */
	default List<AsyncWorkerQueue> shards() {
		return List.of(this);
	}

	/**
	 * {@return whether Redis gets the calls on a shard in the order in which they are
	 * made, and replies in that order} Only a call that has to be repeated comes later.
	 */
	boolean keepsOrder();

	/**
	 * Adds jobs. Calls on several shards are under way at the same time.
	 * @param jobs the jobs
	 * @param mode what the queue does with jobs whose ids are present
	 * @param inOrder whether the jobs go behind those of earlier calls of which that was
	 * asked, too. One of these calls on a shard is under way at a time; jobs that come
	 * meanwhile go with the next one, up to 500 or 4 MiB of the same mode together. What
	 * Redis refuses keeps no other from it
	 * @return the ids that this call added
	 */
	CompletableFuture<Set<String>> add(Collection<Job> jobs, AddMode mode, boolean inOrder);

	/**
	 * Leases jobs. If the reply comes after a timeout, the queue releases the jobs in it.
	 * @param max the largest number of jobs to lease, at least 1
	 * @return the leases, and when to ask again
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
	 * finds the jobs of clients that do not ring, and those whose ring was lost. Of
	 * several shards only the first one is polled: {@link #look()} tells of the others.
	 * @param max the largest number of jobs to lease, at least 1
	 * @param interval the poll interval
	 * @return the result, and when to poll next
	 */
	default CompletableFuture<Poll> poll(int max, Duration interval) {
		return shards().get(0).poll(max, interval);
	}

	/**
	 * {@return the numbers of the shards that may have jobs to lease; of a queue without
	 * shards always 0, as leasing costs no more than a look} On a Redis Cluster a look
	 * concerns three of the shards, in turn.
	 */
	default CompletableFuture<List<Integer>> look() {
		return CompletableFuture.completedFuture(List.of(0));
	}

	/**
	 * Records that handlers are about to start, or that they continue beside others.
	 * @param held leases with at least one crash
	 * @param alone whether no other handler runs in the application
	 * @return the leases that the worker still holds
	 */
	CompletableFuture<Set<Lease>> start(Collection<Lease> held, boolean alone);

	/**
	 * {@return the leases that the worker still holds, with their new deadlines}
	 * @param held leases that the worker holds
	 */
	CompletableFuture<Set<Lease>> extend(Collection<Lease> held);

	/**
	 * {@return the leases whose jobs this call completed}
	 * @param held the leases
	 */
	CompletableFuture<Set<Lease>> complete(Collection<Lease> held);

	/**
	 * {@return the leases whose jobs come back, and those whose jobs were buried}
	 * @param failed the leases with their failures
	 */
	CompletableFuture<RetryResult> retry(Map<Lease, Failure> failed);

	/**
	 * {@return the leases whose jobs this call released}
	 * @param held the leases
	 */
	CompletableFuture<Set<Lease>> release(Collection<Lease> held);

	/**
	 * {@return the leases whose jobs this call postponed}
	 * @param delays the leases with the delays of their jobs
	 */
	CompletableFuture<Set<Lease>> postpone(Map<Lease, Duration> delays);

	/**
	 * {@return the leases whose jobs this call buried}
	 * @param causes the leases with the causes that their dead letters will show
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
