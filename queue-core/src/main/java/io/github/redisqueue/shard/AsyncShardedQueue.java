package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.queue.JobChecks;

/**
 * A queue of one or more shards, for callers that do not wait. Calls that concern several
 * shards go to all of them at the same time, except leasing, which asks one shard after
 * the other so that it never leases more than was asked for. A listener asks each shard
 * by itself. Thread-safe.
 */
final class AsyncShardedQueue implements AsyncWorkerQueue {

	private final Shards parts;

	private final List<AsyncWorkerQueue> shards;

	private final AtomicInteger turn = new AtomicInteger();

	private final UnaryOperator<Collection<Job>> valid;

	private final ShardLook look;

	/**
	 * A queue.
	 * @param shards its shards
	 * @param valid checks jobs before they are added
	 * @param look looks which shards have jobs
	 */
	AsyncShardedQueue(Shards shards, UnaryOperator<Collection<Job>> valid, ShardLook look) {
		this.parts = shards;
		this.shards = shards.all().stream().map(WorkerQueue::async).toList();
		this.valid = valid;
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
		return (this.shards.size() > 1) ? Shards.number(Shards.key(job), this.shards.size()) : 0;
	}

	@Override
	public boolean keepsOrder() {
		return this.shards.get(0).keepsOrder();
	}

	@Override
	public CompletableFuture<Set<String>> add(Collection<Job> jobs, AddMode mode) {
		return gather(this.parts.split(this.valid.apply(jobs), Shards::key), (shard, some) -> shard.add(some, mode));
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
		CompletableFuture<Poll> first = this.shards.get(0).poll(max, interval);
		if (this.shards.size() == 1) {
			return first;
		}
		return first.thenCompose((poll) -> {
			LeaseResult polled = poll.result();
			if (polled == null || !polled.leases().isEmpty()) {
				return CompletableFuture.completedFuture(poll);
			}
			return leaseOrWait(max).thenApply((result) -> new Poll(result, poll.next()));
		});
	}

	private CompletableFuture<LeaseResult> round(int max,
			BiFunction<AsyncWorkerQueue, Integer, CompletableFuture<LeaseResult>> lease) {
		if (this.shards.size() == 1) {
			return lease.apply(this.shards.get(0), max);
		}
		ShardedLease round = new ShardedLease(max);
		// The first shard is asked whatever the number is, and refuses one below 1.
		return ask(round, Math.floorMod(this.turn.getAndIncrement(), this.shards.size()), 0, lease)
			.thenApply((done) -> round.result(this.shards.size()));
	}

	private CompletableFuture<Void> ask(ShardedLease round, int first, int asked,
			BiFunction<AsyncWorkerQueue, Integer, CompletableFuture<LeaseResult>> lease) {
		if (asked == this.shards.size() || (asked > 0 && !round.wantsMore())) {
			return CompletableFuture.completedFuture(null);
		}
		AsyncWorkerQueue shard = this.shards.get((first + asked) % this.shards.size());
		return lease.apply(shard, round.missing()).handle((result, failure) -> {
			round.answered(result, (failure instanceof CompletionException) ? failure.getCause() : failure);
			return round;
		}).thenCompose((answered) -> ask(round, first, asked + 1, lease));
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
		Map<WorkerQueue, Collection<Lease>> parts = new LinkedHashMap<>();
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
		JobChecks.checkDelays(delays.values());
		return gather(split(delays), AsyncWorkerQueue::postpone);
	}

	@Override
	public CompletableFuture<Set<Lease>> bury(Map<Lease, Cause> causes) {
		return gather(split(causes), AsyncWorkerQueue::bury);
	}

	private Map<WorkerQueue, Collection<Lease>> split(Collection<Lease> held) {
		JobChecks.checkLeases(name(), held);
		return this.parts.split(held, (lease) -> Shards.key(lease.job()));
	}

	private <V> Map<WorkerQueue, Map<Lease, V>> split(Map<Lease, V> held) {
		JobChecks.checkLeases(name(), held.keySet());
		return this.parts.split(held, (lease) -> Shards.key(lease.job()));
	}

	/**
	 * Calls all shards at the same time, each with its part, and joins the results, see
	 * {@link ShardAnswers}.
	 */
	private <P, R> CompletableFuture<Set<R>> gather(Map<WorkerQueue, P> parts,
			BiFunction<AsyncWorkerQueue, P, CompletableFuture<Set<R>>> call) {
		List<P> asked = List.copyOf(parts.values());
		List<CompletableFuture<Set<R>>> results = parts.entrySet()
			.stream()
			.map((part) -> call.apply(part.getKey().async(), part.getValue()))
			.toList();
		if (results.size() == 1) {
			return results.get(0);
		}
		return CompletableFuture.allOf(results.toArray(CompletableFuture[]::new)).handle((done, failure) -> {
			ShardAnswers<R> answers = new ShardAnswers<>(name());
			for (int i = 0; i < asked.size(); i++) {
				try {
					answers.answered(Objects.requireNonNull(asked.get(i)), results.get(i).join());
				}
				catch (CompletionException ex) {
					answers.failed((ex.getCause() instanceof RuntimeException cause) ? cause : ex);
				}
			}
			return answers.result();
		});
	}

}
