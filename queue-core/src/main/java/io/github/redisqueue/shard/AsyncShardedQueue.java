package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
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
import java.util.stream.IntStream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.AllowedRange;
import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.algorithm.queue.JobChecks;
import io.github.redisqueue.algorithm.queue.WaitingQueue;
import io.github.redisqueue.script.Batches;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Scripts;
import org.jspecify.annotations.Nullable;

/**
 * What workers do with a queue of several shards. Calls that concern several shards go to
 * all of them at the same time, except leasing, which asks one shard after the other so
 * that it never leases more than was asked for. A listener asks each shard by itself.
 * Thread-safe.
 */
final class AsyncShardedQueue implements AsyncWorkerQueue {

	/**
	 * How many shards of a queue on a Redis Cluster a look concerns: as many as there are
	 * nodes at least.
	 */
	private static final int SHARDS_ON_CLUSTER = 3;

	/** Knows which shard a job belongs to. */
	private final Shards parts;

	private final QueueSettings settings;

	private final List<AsyncWorkerQueue> shards;

	/** Those of the shards, by which a look asks for what only they know. */
	private final List<Algorithm> algorithms;

	/** Runs looks, which concern no shard alone. */
	private final Scripts scripts;

	/** The shard with which the next call begins to lease, modulo their number. */
	private final AtomicInteger turn = new AtomicInteger();

	/** The first shard of the next look on a Redis Cluster, modulo their number. */
	private final AtomicInteger lookTurn = new AtomicInteger();

	AsyncShardedQueue(Shards shards, QueueSettings settings, List<Algorithm> algorithms, Scripts scripts) {
		this.parts = shards;
		this.settings = settings;
		this.shards = shards.all().stream().map(WaitingQueue::async).toList();
		this.algorithms = algorithms;
		this.scripts = scripts;
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
	public boolean keepsOrder() {
		return this.shards.get(0).keepsOrder();
	}

	@Override
	public CompletableFuture<Set<String>> add(Collection<Job> jobs, AddMode mode, boolean inOrder) {
		Collection<Job> valid = JobChecks.check(name(), this.settings, jobs).values();
		return gather(this.parts.split(valid, Shards::key), (shard, some) -> shard.add(some, mode, inOrder));
	}

	@Override
	public CompletableFuture<LeaseResult> lease(int max) {
		return new Round(max, AsyncWorkerQueue::lease).result();
	}

	@Override
	public CompletableFuture<LeaseResult> leaseOrWait(int max) {
		return new Round(max, AsyncWorkerQueue::leaseOrWait).result();
	}

	/**
	 * {@inheritDoc}
	 * <p>
	 * One script looks at all shards. On a Redis Cluster they are in different slots, so
	 * a look concerns some of them, in turn.
	 */
	@Override
	public CompletableFuture<List<Integer>> look() {
		// Some clients have to connect to tell, which may block or fail.
		return this.scripts
			.start(new Operation<>(Lane.LEASE, Collections.<Step>emptyIterator(), this.scripts::isCluster))
			.thenCompose(this::look);
	}

	private CompletableFuture<List<Integer>> look(boolean cluster) {
		if (!cluster) {
			return look(0, this.algorithms);
		}
		CompletableFuture<List<Integer>> looks = CompletableFuture.completedFuture(new ArrayList<>());
		int first = this.lookTurn.getAndAdd(SHARDS_ON_CLUSTER);
		for (int i = 0; i < Math.min(SHARDS_ON_CLUSTER, this.algorithms.size()); i++) {
			int number = Math.floorMod(first + i, this.algorithms.size());
			CompletableFuture<List<Integer>> look = look(number, this.algorithms.subList(number, number + 1));
			// A node that does not reply keeps nobody from the jobs of the others.
			looks = looks.thenCombine(look.exceptionally((ex) -> List.of()), (all, some) -> {
				all.addAll(some);
				return all;
			});
		}
		return looks;
	}

	private CompletableFuture<List<Integer>> look(int first, List<? extends Algorithm> some) {
		Call call = Call.of(name(), some.stream().map(Algorithm::look).toList())
			.argument(this.settings.leaseTime().toMillis());
		return this.scripts.start(Operation.of(Lane.LEASE, this.algorithms.get(0).script(Transition.LOOK), call,
				(reply) -> IntStream.range(0, reply.size())
					.mapToObj((i) -> first + (int) reply.number(i) - 1)
					.toList()));
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
		return gather(split(failed.keySet()), (shard, some) -> shard.retry(of(failed, some)).thenApply((result) -> {
			Set<Lease> both = new LinkedHashSet<>(result.retried());
			both.addAll(result.buried());
			buried.addAll(result.buried());
			return both;
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
		delays.values().forEach((delay) -> AllowedRange.check("The delay of a postponed job", Duration.ZERO, delay));
		return gather(split(delays.keySet()), (shard, some) -> shard.postpone(of(delays, some)));
	}

	@Override
	public CompletableFuture<Set<Lease>> bury(Map<Lease, Cause> causes) {
		return gather(split(causes.keySet()), (shard, some) -> shard.bury(of(causes, some)));
	}

	private Map<WaitingQueue, Collection<Lease>> split(Collection<Lease> held) {
		JobChecks.checkLeases(name(), held);
		return this.parts.split(held, (lease) -> Shards.key(lease.job()));
	}

	/** The part of a map that some leases have. */
	private static <V> Map<Lease, V> of(Map<Lease, V> all, Collection<Lease> some) {
		Map<Lease, V> part = new LinkedHashMap<>();
		some.forEach((lease) -> part.put(lease, all.get(lease)));
		return part;
	}

	private <T, R> CompletableFuture<Set<R>> gather(Map<WaitingQueue, Collection<T>> parts,
			BiFunction<AsyncWorkerQueue, Collection<T>, CompletableFuture<Set<R>>> call) {
		return this.parts.gatherAsync(parts, (shard, some) -> call.apply(shard.async(), some));
	}

	/**
	 * One call that leases from several shards. If a shard fails, the leases of the
	 * others are kept. Not thread-safe.
	 */
	private final class Round {

		private final int first = AsyncShardedQueue.this.turn.getAndIncrement();

		private final int shards = AsyncShardedQueue.this.shards.size();

		private final int max;

		private final BiFunction<AsyncWorkerQueue, Integer, CompletableFuture<LeaseResult>> lease;

		private final List<Lease> leases = new ArrayList<>();

		/** The size of the payloads so far. */
		private long bytes;

		/** The size of the largest payload so far. */
		private int largest = 1;

		/** How many shards were asked, and how many of these were paused. */
		private int asked;

		private int paused;

		/** Of the shards that were asked, the next time; null if nothing waits there. */
		private @Nullable Duration nextDue;

		/** That of the first shard that failed. */
		private @Nullable RuntimeException failure;

		Round(int max, BiFunction<AsyncWorkerQueue, Integer, CompletableFuture<LeaseResult>> lease) {
			this.max = Math.min(max, Batches.MAX_JOBS);
			this.lease = lease;
		}

		/**
		 * The result of all shards that were asked. If a shard was not asked or failed,
		 * the result tells the caller to ask again at once, because that shard may have
		 * ready jobs. The exception is that of the first shard that failed, if no shard
		 * returned a lease.
		 */
		CompletableFuture<LeaseResult> result() {
			return ask().thenApply((none) -> {
				if (this.leases.isEmpty() && this.failure != null) {
					throw this.failure;
				}
				boolean unknown = this.asked < this.shards || this.failure != null;
				return new LeaseResult(this.leases, unknown ? Duration.ZERO : this.nextDue, this.paused == this.shards);
			});
		}

		/** The first shard is asked whatever the number is, and refuses one below 1. */
		private CompletableFuture<Void> ask() {
			while (this.asked == 0 || (this.asked < this.shards && wantsMore())) {
				AsyncWorkerQueue shard = shards().get(Math.floorMod(this.first + this.asked, this.shards));
				this.asked++;
				CompletableFuture<Void> noted = this.lease.apply(shard, missing()).handle(this::note);
				if (!noted.isDone()) {
					return noted.thenCompose((none) -> ask());
				}
			}
			return CompletableFuture.completedFuture(null);
		}

		private boolean wantsMore() {
			return this.leases.size() < this.max && this.bytes < Batches.MAX_BYTES;
		}

		/**
		 * How many jobs to ask the next shard for: as many as fit into the remaining
		 * bytes if each is as large as the largest so far.
		 */
		private int missing() {
			long fitting = Math.max(1, (Batches.MAX_BYTES - this.bytes) / this.largest);
			return (int) Math.min(this.max - this.leases.size(), fitting);
		}

		private @Nullable Void note(@Nullable LeaseResult result, @Nullable Throwable thrown) {
			if (result != null) {
				take(result);
			}
			else if (this.failure == null) {
				Throwable cause = (thrown instanceof CompletionException) ? thrown.getCause() : thrown;
				this.failure = (cause instanceof RuntimeException unchecked) ? unchecked
						: new IllegalStateException(cause);
			}
			return null;
		}

		private void take(LeaseResult result) {
			for (Lease one : result.leases()) {
				this.leases.add(one);
				this.bytes += one.job().size();
				this.largest = Math.max(this.largest, one.job().size());
			}
			this.paused += result.paused() ? 1 : 0;
			Duration due = result.nextDue();
			if (due != null && (this.nextDue == null || due.compareTo(this.nextDue) < 0)) {
				this.nextDue = due;
			}
		}

	}

}
