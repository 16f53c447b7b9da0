package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Scripts;
import org.jspecify.annotations.Nullable;

/**
 * Starts the operations of a queue whose transitions are scripts. Thread-safe.
 */
final class AsyncScriptedQueue implements AsyncWorkerQueue {

	private final String name;

	private final Duration leaseTime;

	private final Additions additions;

	private final WorkerOperations operations;

	private final Scripts scripts;

	/** Distinguishes this instance from others that wait for the same bell. */
	private final String waiter = UUID.randomUUID().toString().substring(24);

	AsyncScriptedQueue(String name, Duration leaseTime, Additions additions, WorkerOperations operations,
			Scripts scripts) {
		this.name = name;
		this.leaseTime = leaseTime;
		this.additions = additions;
		this.operations = operations;
		this.scripts = scripts;
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public Duration leaseTime() {
		return this.leaseTime;
	}

	@Override
	public List<AsyncWorkerQueue> shards() {
		return List.of(this);
	}

	@Override
	public int shardOf(Job job) {
		return 0;
	}

	@Override
	public boolean keepsOrder() {
		return this.scripts.keepsOrder();
	}

	@Override
	public CompletableFuture<Set<String>> add(Collection<Job> jobs, AddMode mode) {
		return this.scripts.start(this.additions.of(jobs, mode));
	}

	@Override
	public CompletableFuture<LeaseResult> lease(int max) {
		return leased(this.operations.leasing(max, ScriptedQueue.NOT_WAITING));
	}

	@Override
	public CompletableFuture<LeaseResult> leaseOrWait(int max) {
		return leased(this.operations.leasing(max, this.waiter));
	}

	@Override
	public CompletableFuture<List<Integer>> look() {
		return CompletableFuture.completedFuture(List.of(0));
	}

	@Override
	public CompletableFuture<Poll> poll(int max, Duration interval) {
		return this.scripts
			.start(this.operations.polling(max, this.waiter, interval).late((poll) -> releaseLate(poll.result())));
	}

	private CompletableFuture<LeaseResult> leased(Operation<LeaseResult> operation) {
		return this.scripts.start(operation.late(this::releaseLate));
	}

	/**
	 * Releases jobs whose leases came when nobody waited for them any more. Otherwise
	 * they would be leased until their deadline, and then count as crashed.
	 */
	private void releaseLate(@Nullable LeaseResult late) {
		if (late != null && !late.leases().isEmpty()) {
			release(late.leases());
		}
	}

	@Override
	public CompletableFuture<Set<Lease>> start(Collection<Lease> held, boolean alone) {
		return this.scripts.start(this.operations.starting(held, alone));
	}

	@Override
	public CompletableFuture<Set<Lease>> extend(Collection<Lease> held) {
		return this.scripts.start(this.operations.extending(held));
	}

	@Override
	public CompletableFuture<Set<Lease>> complete(Collection<Lease> held) {
		return this.scripts.start(this.operations.completing(held));
	}

	@Override
	public CompletableFuture<RetryResult> retry(Map<Lease, Failure> failed) {
		return this.scripts.start(this.operations.retrying(failed));
	}

	@Override
	public CompletableFuture<Set<Lease>> release(Collection<Lease> held) {
		return this.scripts.start(this.operations.releasing(held));
	}

	@Override
	public CompletableFuture<Set<Lease>> postpone(Map<Lease, Duration> delays) {
		return this.scripts.start(this.operations.postponing(delays));
	}

	@Override
	public CompletableFuture<Set<Lease>> bury(Map<Lease, Cause> causes) {
		return this.scripts.start(this.operations.burying(causes));
	}

	/** Checks jobs, and builds the operation that adds them. */
	interface Additions {

		/**
		 * An operation.
		 * @param jobs the jobs
		 * @param mode what the queue does with jobs whose ids are present
		 */
		Operation<Set<String>> of(Collection<Job> jobs, AddMode mode);

	}

}
