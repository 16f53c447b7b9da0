package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.algorithm.queue.JobChecks;
import io.github.redisqueue.algorithm.queue.WaitingQueue;

/**
 * What workers do with a queue of several shards. Calls that concern several shards go to
 * all of them at the same time, except leasing, which asks one shard after the other so
 * that it never leases more than was asked for. A listener asks each shard by itself.
 * Thread-safe.
 */
final class AsyncShardedQueue implements AsyncWorkerQueue {

	private final Shards parts;

	private final QueueSettings settings;

	private final List<AsyncWorkerQueue> shards;

	private final AtomicInteger turn = new AtomicInteger();

	private final ShardLook look;

	/**
	 * A queue.
	 * @param shards its shards
	 * @param settings its settings
	 * @param look looks which shards have jobs
	 */
	AsyncShardedQueue(Shards shards, QueueSettings settings, ShardLook look) {
		this.parts = shards;
		this.settings = settings;
		this.shards = shards.all().stream().map(WaitingQueue::async).toList();
		this.look = look;
	}

	@Override
	public String name() {
		return this.shards.get(0).name();
	}

	@Override
	public Duration leaseTime() {
		return this.shards.get(0).leaseTime();
	}

	@Override
	public List<AsyncWorkerQueue> shards() {
		return this.shards;
	}

	@Override
	public int shardOf(Job job) {
		return Shards.number(Shards.key(job), this.shards.size());
	}

	@Override
	public boolean keepsOrder() {
		return this.shards.get(0).keepsOrder();
	}

	@Override
	public CompletableFuture<Set<String>> add(Collection<Job> jobs, AddMode mode) {
		Collection<Job> valid = JobChecks.check(name(), this.settings, jobs).values();
		return gather(this.parts.split(valid, Shards::key), (shard, some) -> shard.add(some, mode));
	}

	@Override
	public CompletableFuture<LeaseResult> lease(int max) {
		return round(max, AsyncWorkerQueue::lease);
	}

	@Override
	public CompletableFuture<LeaseResult> leaseOrWait(int max) {
		return round(max, AsyncWorkerQueue::leaseOrWait);
	}

	@Override
	public CompletableFuture<List<Integer>> look() {
		return this.look.look();
	}

	/** Polls the first shard, and leases from all if no other instance has polled it. */
	@Override
	public CompletableFuture<Poll> poll(int max, Duration interval) {
		return this.shards.get(0).poll(max, interval).thenCompose((poll) -> {
			LeaseResult polled = poll.result();
			if (polled == null || !polled.leases().isEmpty()) {
				return CompletableFuture.completedFuture(poll);
			}
			return leaseOrWait(max).thenApply((result) -> new Poll(result, poll.next()));
		});
	}

	private CompletableFuture<LeaseResult> round(int max,
			BiFunction<AsyncWorkerQueue, Integer, CompletableFuture<LeaseResult>> lease) {
		ShardedLease round = new ShardedLease(max);
		// The first shard is asked whatever the number is, and refuses one below 1.
		return ask(round, Math.floorMod(this.turn.getAndIncrement(), this.shards.size()), 0, lease)
			.thenApply((done) -> round.result(this.shards.size()));
	}

	private CompletableFuture<Void> ask(ShardedLease round, int first, int asked,
			BiFunction<AsyncWorkerQueue, Integer, CompletableFuture<LeaseResult>> lease) {
		for (int i = asked; i < this.shards.size() && (i == 0 || round.wantsMore()); i++) {
			AsyncWorkerQueue shard = this.shards.get((first + i) % this.shards.size());
			CompletableFuture<Void> noted = lease.apply(shard, round.missing()).handle((result, failure) -> {
				round.answered(result, (failure instanceof CompletionException) ? failure.getCause() : failure);
				return null;
			});
			if (!noted.isDone()) {
				int next = i + 1;
				return noted.thenCompose((none) -> ask(round, first, next, lease));
			}
		}
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public CompletableFuture<Set<Lease>> start(Collection<Lease> held, boolean alone) {
		return gather(split(held), (shard, some) -> shard.start(some, alone));
	}

	/**
	 * {@inheritDoc}
	 * <p>
	 * Calls all shards: the heartbeat also tells shards from which the worker holds no
	 * job that it is alive.
	 */
	@Override
	public CompletableFuture<Set<Lease>> extend(Collection<Lease> held) {
		Map<WaitingQueue, Collection<Lease>> parts = new LinkedHashMap<>();
		this.parts.all().forEach((shard) -> parts.put(shard, List.of()));
		parts.putAll(split(held));
		return gather(parts, AsyncWorkerQueue::extend);
	}

	@Override
	public CompletableFuture<Set<Lease>> complete(Collection<Lease> held) {
		return gather(split(held), AsyncWorkerQueue::complete);
	}

	@Override
	public CompletableFuture<RetryResult> retry(Map<Lease, Failure> failed) {
		Set<Lease> buried = ConcurrentHashMap.newKeySet();
		return gather(split(failed), (shard, some) -> shard.retry(some).thenApply((result) -> {
			buried.addAll(result.buried());
			return ShardAnswers.both(result);
		})).thenApply((both) -> {
			Set<Lease> retried = new LinkedHashSet<>(both);
			retried.removeAll(buried);
			return new RetryResult(retried, buried);
		});
	}

	@Override
	public CompletableFuture<Set<Lease>> release(Collection<Lease> held) {
		return gather(split(held), AsyncWorkerQueue::release);
	}

	@Override
	public CompletableFuture<Set<Lease>> postpone(Map<Lease, Duration> delays) {
		delays.values().forEach((delay) -> JobChecks.checkDelay("postponed", delay));
		return gather(split(delays), AsyncWorkerQueue::postpone);
	}

	@Override
	public CompletableFuture<Set<Lease>> bury(Map<Lease, Cause> causes) {
		return gather(split(causes), AsyncWorkerQueue::bury);
	}

	private Map<WaitingQueue, Collection<Lease>> split(Collection<Lease> held) {
		JobChecks.checkLeases(name(), held);
		return this.parts.split(held, (lease) -> Shards.key(lease.job()));
	}

	private <V> Map<WaitingQueue, Map<Lease, V>> split(Map<Lease, V> held) {
		JobChecks.checkLeases(name(), held.keySet());
		return this.parts.split(held, (lease) -> Shards.key(lease.job()));
	}

	private <P, R> CompletableFuture<Set<R>> gather(Map<WaitingQueue, P> parts,
			BiFunction<AsyncWorkerQueue, P, CompletableFuture<Set<R>>> call) {
		return this.parts.gatherAsync(parts, (shard, some) -> call.apply(shard.async(), some));
	}

}
