package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;

import io.github.redisqueue.AsyncWorkerQueue.Poll;
import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.script.Batches;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Builds the operations of a worker on a queue: the calls of the scripts, and how to read
 * their replies. Thread-safe.
 */
final class WorkerOperations {

	/**
	 * How long, in ns, a queue without leased jobs counts as idle. Leases of other
	 * instances may expire sooner than those of this one.
	 */
	private static final long MAX_IDLE = 2_000_000_000;

	private final String queue;

	private final QueueSettings settings;

	private final Algorithm algorithm;

	private final LeaseLimits limits;

	private final Consumer<Map<Lease, Cause>> unreadable;

	/** The cursor that the lease script returned for its next run. */
	private volatile String cursor = "";

	/**
	 * The end of the time, in terms of {@link System#nanoTime()}, in which no lease can
	 * have expired because no worker held a job when this instance last leased.
	 */
	private volatile long idleUntil = System.nanoTime();

	/**
	 * Builds operations.
	 * @param queue the name of the queue
	 * @param settings its settings
	 * @param algorithm its scripts and keys
	 * @param limits its limits on leasing
	 * @param unreadable receives the leases of jobs that cannot be read, which a lease
	 * operation leaves out of its result; must not block
	 */
	WorkerOperations(String queue, QueueSettings settings, Algorithm algorithm, LeaseLimits limits,
			Consumer<Map<Lease, Cause>> unreadable) {
		this.queue = queue;
		this.settings = settings;
		this.algorithm = algorithm;
		this.limits = limits;
		this.unreadable = unreadable;
	}

	/** Whether no lease can have expired. */
	boolean isIdle() {
		return System.nanoTime() - this.idleUntil < 0;
	}

	/**
	 * Leases jobs.
	 * @param max the largest number of jobs, at least 1
	 * @param waiter the id of an instance that waits for the bell, empty if the caller
	 * does not wait
	 * @param pollInterval the poll interval, zero if the call is not a poll
	 * @param reader reads the reply; the second argument is the deadline of the leases
	 */
	private <R> Operation<R> leasing(int max, String waiter, Duration pollInterval, LeaseReader<R> reader) {
		if (max < 1) {
			throw new IllegalArgumentException("The number of jobs to lease must be at least 1, but is " + max);
		}
		Result<R> result = new Result<>();
		long before = System.nanoTime();
		Call call = this.algorithm.call()
			.argument(Math.min(max, Batches.MAX_JOBS))
			.argument(this.settings.leaseTime().toMillis())
			.argument(this.settings.worker())
			.argument(this.cursor)
			.argument(this.settings.maxCrashes())
			.argument(this.settings.maxDeadLetters())
			.argument(RedisDeadLetters.crashed())
			.argument(waiter)
			.argument(pollInterval.toMillis())
			.argument(this.limits.text());
		Step lease = step(Transition.LEASE, call, (reply) -> {
			this.cursor = LeaseReply.cursor(reply);
			if (!LeaseReply.isPolled(reply)) {
				this.idleUntil = before
						+ (LeaseReply.isIdle(reply) ? Math.min(this.settings.leaseTime().toNanos(), MAX_IDLE) : 0);
			}
			result.value = reader.read(reply, before + this.settings.leaseTime().toNanos());
		});
		List<Step> steps = this.limits.areRecorded() ? List.of(lease) : List.of(this.limits.record(), lease);
		return new Operation<>(Lane.LEASE, steps.iterator(), () -> Objects.requireNonNull(result.value));
	}

	Operation<LeaseResult> leasing(int max, String waiter) {
		return leasing(max, waiter, Duration.ZERO, this::leaseResult);
	}

	Operation<Poll> polling(int max, String waiter, Duration interval) {
		return leasing(max, waiter, interval, (reply, deadline) -> LeaseReply.isPolled(reply)
				? new Poll(null, LeaseReply.nextPoll(reply)) : new Poll(leaseResult(reply, deadline), interval));
	}

	private LeaseResult leaseResult(Reply reply, long deadline) {
		Map<Lease, Cause> unreadable = new LinkedHashMap<>();
		LeaseResult result = LeaseReply.read(reply, this.queue, deadline, unreadable);
		if (!unreadable.isEmpty()) {
			this.unreadable.accept(unreadable);
		}
		return result;
	}

	Operation<Set<Lease>> starting(Collection<Lease> held, boolean alone) {
		return settling(Transition.START, held, (call) -> call.argument(alone ? 1 : 0));
	}

	Operation<Set<Lease>> completing(Collection<Lease> held) {
		return settling(Transition.COMPLETE, held, (call) -> call.argument(this.settings.dedupWindow().toMillis()));
	}

	Operation<Set<Lease>> releasing(Collection<Lease> held) {
		return settling(Transition.RELEASE, held, (call) -> {
		});
	}

	Operation<Set<Lease>> postponing(Map<Lease, Duration> delays) {
		JobChecks.checkDelays(delays.values());
		Set<Lease> postponed = new LinkedHashSet<>();
		return operation(Lane.SETTLE, steps(delays.keySet(), (lease) -> 0, (batch) -> {
			Call call = fenced(batch);
			batch.forEach((lease) -> call
				.argument(ScriptedQueue.roundedUp(Objects.requireNonNull(delays.get(lease))).toMillis()));
			return step(Transition.POSTPONE, call, (reply) -> postponed.addAll(Settled.read(reply, batch).held()));
		}), postponed);
	}

	private Operation<Set<Lease>> settling(Transition transition, Collection<Lease> held, Consumer<Call> arguments) {
		Set<Lease> settled = new LinkedHashSet<>();
		return operation(Lane.SETTLE, steps(held, (lease) -> 0, (batch) -> {
			Call call = fenced(batch);
			arguments.accept(call);
			return step(transition, call, (reply) -> settled.addAll(Settled.read(reply, batch).held()));
		}), settled);
	}

	/** Extends leases, and then tells the algorithm that the worker is alive. */
	Operation<Set<Lease>> extending(Collection<Lease> held) {
		Set<Lease> extended = new LinkedHashSet<>();
		List<Algorithm.HeldLease> alive = new ArrayList<>();
		Iterator<Step> extensions = steps(held, (lease) -> 0, (batch) -> {
			long deadline = System.nanoTime() + this.settings.leaseTime().toNanos();
			Call call = fenced(batch).argument(this.settings.leaseTime().toMillis());
			return step(Transition.EXTEND, call, (reply) -> {
				for (RedisLease lease : Settled.read(reply, batch).held()) {
					extended.add(lease.withDeadline(deadline));
					alive.add(new Algorithm.HeldLease(lease.id(), lease.receipt()));
				}
			});
		});
		return operation(Lane.EXTEND, new Iterator<>() {

			private @Nullable Iterator<Step> heartbeat;

			@Override
			public boolean hasNext() {
				return extensions.hasNext() || heartbeat().hasNext();
			}

			@Override
			public Step next() {
				return extensions.hasNext() ? extensions.next() : heartbeat().next();
			}

			private Iterator<Step> heartbeat() {
				if (this.heartbeat == null) {
					this.heartbeat = WorkerOperations.this.algorithm.alive(alive);
				}
				return this.heartbeat;
			}

		}, extended);
	}

	Operation<RetryResult> retrying(Map<Lease, Failure> failed) {
		Set<Lease> retried = new LinkedHashSet<>();
		Set<Lease> buried = new LinkedHashSet<>();
		return new Operation<>(Lane.SETTLE, steps(failed.keySet(),
				(lease) -> bytes(lease, Objects.requireNonNull(failed.get(lease)).cause()), (batch) -> {
					Call call = fenced(batch).argument(this.settings.maxRetries())
						.argument(this.settings.maxDeadLetters());
					for (RedisLease lease : batch) {
						Failure failure = Objects.requireNonNull(failed.get(lease));
						call.argument(ScriptedQueue.roundedUp(failure.delay()).toMillis())
							.argument(RedisDeadLetters.encode(failure.cause()));
					}
					return step(Transition.RETRY, call, (reply) -> {
						Settled settled = Settled.read(reply, batch);
						retried.addAll(settled.held());
						buried.addAll(settled.dead());
					});
				}), () -> new RetryResult(retried, buried));
	}

	Operation<Set<Lease>> burying(Map<Lease, Cause> causes) {
		Set<Lease> buried = new LinkedHashSet<>();
		return operation(Lane.SETTLE, burials(causes, buried), buried);
	}

	/**
	 * Buries jobs that cannot be read. Nobody handles them, so they cost nothing of a
	 * rate.
	 */
	Operation<Set<Lease>> buryingUnreadable(Map<Lease, Cause> causes) {
		Set<Lease> buried = new LinkedHashSet<>();
		List<Step> steps = new ArrayList<>();
		burials(causes, buried).forEachRemaining(steps::add);
		steps.add(this.limits.refund(causes.size()));
		return operation(Lane.SETTLE, steps.iterator(), buried);
	}

	private Iterator<Step> burials(Map<Lease, Cause> causes, Set<Lease> buried) {
		return steps(causes.keySet(), (lease) -> bytes(lease, Objects.requireNonNull(causes.get(lease))), (batch) -> {
			Call call = fenced(batch).argument(this.settings.maxDeadLetters());
			for (RedisLease lease : batch) {
				Cause cause = Objects.requireNonNull(causes.get(lease));
				call.argument((cause.exception() != null) ? 1 : 0).argument(RedisDeadLetters.encode(cause));
			}
			return step(Transition.BURY, call, (reply) -> buried.addAll(Settled.read(reply, batch).held()));
		});
	}

	/** About how many bytes the burial of a job moves. */
	private static int bytes(RedisLease lease, Cause cause) {
		String message = Objects.requireNonNullElse(cause.message(), "");
		String stackTrace = Objects.requireNonNullElse(cause.stackTrace(), "");
		return lease.job().size() + message.length() + stackTrace.length();
	}

	/** One step for each batch of leases. The leases are checked at once. */
	private Iterator<Step> steps(Collection<Lease> leases, ToIntFunction<RedisLease> size,
			Function<List<RedisLease>, Step> step) {
		return Batches.of(RedisLease.of(this.queue, leases), size).stream().map(step).iterator();
	}

	private static <R> Operation<R> operation(Lane lane, Iterator<Step> steps, R result) {
		return new Operation<>(lane, steps, () -> result);
	}

	private Step step(Transition transition, Call call, Consumer<Reply> reader) {
		return new Step(this.algorithm.script(transition), call, reader);
	}

	/**
	 * A call with the arguments that {@code fence.lua} reads: the worker and the
	 * receipts.
	 */
	private Call fenced(List<RedisLease> batch) {
		Call call = this.algorithm.call(batch.stream().map(RedisLease::id).toList()).argument(this.settings.worker());
		batch.forEach((lease) -> call.argument(lease.receipt()));
		return call;
	}

	/** Reads a reply to a lease. */
	private interface LeaseReader<R> {

		R read(Reply reply, long deadline);

	}

	/** A result that is not known yet. */
	private static final class Result<R> {

		private @Nullable R value;

	}

	/**
	 * The outcome of a fenced script. The script replies with the positions of the leases
	 * that were lost, counted from 1, and with a minus sign for those whose jobs it
	 * buried; mostly there are none of either.
	 *
	 * @param held the leases that were held and whose jobs were not buried
	 * @param dead the leases whose jobs were buried
	 */
	private record Settled(List<RedisLease> held, List<RedisLease> dead) {

		static Settled read(Reply reply, List<RedisLease> batch) {
			if (reply.size() == 0) {
				return new Settled(batch, List.of());
			}
			List<@Nullable RedisLease> all = new ArrayList<>(batch);
			List<RedisLease> dead = new ArrayList<>();
			for (int i = 0; i < reply.size(); i++) {
				int position = (int) reply.number(i);
				all.set(Math.abs(position) - 1, null);
				if (position < 0) {
					dead.add(batch.get(-position - 1));
				}
			}
			return new Settled(all.stream().filter(Objects::nonNull).toList(), dead);
		}

	}

}
