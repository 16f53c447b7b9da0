package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.RetryResult;

/**
 * A shard that compares the layout of its queue with the recorded one before it is called
 * for the first time. Thread-safe.
 */
final class CheckedShard implements AsyncWorkerQueue {

	private final AsyncWorkerQueue shard;

	private final QueueLayout layout;

	CheckedShard(AsyncWorkerQueue shard, QueueLayout layout) {
		this.shard = shard;
		this.layout = layout;
	}

	private <R> CompletableFuture<R> checked(Supplier<CompletableFuture<R>> call) {
		return this.layout.isConfirmed() ? call.get() : this.layout.start().thenCompose((same) -> call.get());
	}

	@Override
	public String name() {
		return this.shard.name();
	}

	@Override
	public Duration leaseTime() {
		return this.shard.leaseTime();
	}

	@Override
	public List<AsyncWorkerQueue> shards() {
		return List.of(this);
	}

	@Override
	public int shardOf(String id) {
		return 0;
	}

	@Override
	public CompletableFuture<LeaseResult> lease(int max) {
		return checked(() -> this.shard.lease(max));
	}

	@Override
	public CompletableFuture<LeaseResult> leaseOrWait(int max) {
		return checked(() -> this.shard.leaseOrWait(max));
	}

	@Override
	public CompletableFuture<List<Integer>> look() {
		return checked(this.shard::look);
	}

	@Override
	public CompletableFuture<Poll> poll(int max, Duration interval) {
		return checked(() -> this.shard.poll(max, interval));
	}

	@Override
	public CompletableFuture<Set<Lease>> start(Collection<Lease> held, boolean alone) {
		return checked(() -> this.shard.start(held, alone));
	}

	@Override
	public CompletableFuture<Set<Lease>> extend(Collection<Lease> held) {
		return checked(() -> this.shard.extend(held));
	}

	@Override
	public CompletableFuture<Set<Lease>> complete(Collection<Lease> held) {
		return checked(() -> this.shard.complete(held));
	}

	@Override
	public CompletableFuture<RetryResult> retry(Map<Lease, Failure> failed) {
		return checked(() -> this.shard.retry(failed));
	}

	@Override
	public CompletableFuture<Set<Lease>> release(Collection<Lease> held) {
		return checked(() -> this.shard.release(held));
	}

	@Override
	public CompletableFuture<Set<Lease>> postpone(Map<Lease, Duration> delays) {
		return checked(() -> this.shard.postpone(delays));
	}

	@Override
	public CompletableFuture<Set<Lease>> bury(Map<Lease, Cause> causes) {
		return checked(() -> this.shard.bury(causes));
	}

}
