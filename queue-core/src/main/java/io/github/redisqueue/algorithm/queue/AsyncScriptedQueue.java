package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

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
import io.github.redisqueue.script.Batches;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Scripts;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.util.CompositeIterator;

/**
 * What workers do with a queue whose transitions are scripts, in batches: the calls of
 * the scripts, and how to read their replies. The result of an operation grows with each
 * reply. No two replies of an operation are read at the same time, so what it grows in
 * needs no lock. Thread-safe.
 */
final class AsyncScriptedQueue implements AsyncWorkerQueue {

	private static final Log logger = LogFactory.getLog(ScriptedQueue.class);

	private final Algorithm algorithm;

	private final QueueSettings settings;

	private final Scripts scripts;

	private final SenderOperations sending;

	/** One addition at a time. */
	private final AdditionGate ordered;

	private final LeaseLimits limits;

	/** Tells also whether there is something to clean. */
	final Leasing leasing;

	AsyncScriptedQueue(Algorithm algorithm, SenderOperations sending, LeaseLimits limits) {
		this.algorithm = algorithm;
		this.settings = algorithm.settings();
		this.scripts = algorithm.scripts();
		this.sending = sending;
		this.ordered = new AdditionGate(name(), sending, this.scripts, 1);
		this.limits = limits;
		this.leasing = new Leasing(algorithm, limits, this::buryUnreadable);
	}

	@Override
	public String name() {
		return this.algorithm.keys().queue();
	}

	@Override
	public Duration leaseTime() {
		return this.settings.leaseTime();
	}

	@Override
	public boolean keepsOrder() {
		return this.scripts.keepsOrder();
	}

	@Override
	public CompletableFuture<Set<String>> add(Collection<Job> jobs, AddMode mode, boolean inOrder) {
		Map<String, Job> valid = this.sending.checked(jobs);
		return inOrder ? this.ordered.start(valid, mode) : this.scripts.start(this.sending.adding(valid, mode));
	}

	@Override
	public CompletableFuture<LeaseResult> lease(int max) {
		return this.scripts.start(this.leasing.lease(max, false).late(this::releaseLate));
	}

	@Override
	public CompletableFuture<LeaseResult> leaseOrWait(int max) {
		return this.scripts.start(this.leasing.lease(max, true).late(this::releaseLate));
	}

	/**
	 * {@inheritDoc}
	 * <p>
	 * Before that, a look that many queues share tells of most that they have no jobs.
	 */
	@Override
	public CompletableFuture<Poll> poll(int max, Duration interval) {
		long before = System.nanoTime();
		return this.algorithm.isQuiet()
			.thenCompose((quiet) -> quiet ? CompletableFuture.completedFuture(this.leasing.nothing(before, interval))
					: this.scripts.start(this.leasing.poll(max, interval).late((poll) -> releaseLate(poll.result()))));
	}

	/**
	 * Releases jobs whose leases came when nobody waited for them any more. Otherwise
	 * they would be leased until their deadline, and then count as crashed.
	 */
	private void releaseLate(@Nullable LeaseResult late) {
		if (late != null && !late.leases().isEmpty()) {
			this.scripts.start(releasing(late.leases()));
		}
	}

	/**
	 * Buries jobs that cannot be read, so that they do not keep others from being
	 * processed. Nobody handles them, so they cost nothing of a rate. If that fails, they
	 * become ready again when their leases expire.
	 */
	private void buryUnreadable(Map<Lease, Cause> causes) {
		Set<Lease> dead = new LinkedHashSet<>();
		List<Step> steps = new ArrayList<>();
		burials(causes, dead).forEachRemaining(steps::add);
		steps.add(this.limits.refund(causes.size()));
		this.scripts.start(operation(steps.iterator(), dead))
			.whenCompleteAsync((buried, failure) -> causes.forEach((lease, cause) -> {
				boolean done = buried != null && buried.contains(lease);
				logger.warn(lease + (done ? " was moved" : " could not be moved") + " to the dead letters: "
						+ cause.message(), failure);
			}), this.scripts.background());
	}

	@Override
	public CompletableFuture<Set<Lease>> start(Collection<Lease> held, boolean alone) {
		return this.scripts.start(settling(Transition.START, held, (call, batch) -> call.argument(alone ? 1 : 0)));
	}

	@Override
	public CompletableFuture<Set<Lease>> complete(Collection<Lease> held) {
		return this.scripts.start(settling(Transition.COMPLETE, held, (call, batch) -> {
			long window = this.settings.dedupWindow().toMillis();
			call.argument((window == 0 && batch.size() == 1 && batch.get(0).before().alone()) ? -1 : window);
		}));
	}

	@Override
	public CompletableFuture<Set<Lease>> release(Collection<Lease> held) {
		return this.scripts.start(releasing(held));
	}

	private Operation<Set<Lease>> releasing(Collection<Lease> held) {
		return settling(Transition.RELEASE, held, (call, batch) -> {
		});
	}

	@Override
	public CompletableFuture<Set<Lease>> postpone(Map<Lease, Duration> delays) {
		delays.values().forEach((delay) -> AllowedRange.check("The delay of a postponed job", Duration.ZERO, delay));
		return this.scripts.start(settling(Transition.POSTPONE, delays.keySet(),
				(call, batch) -> batch.forEach((lease) -> call.argument(millis(of(delays, lease))))));
	}

	private Operation<Set<Lease>> settling(Transition transition, Collection<Lease> held,
			BiConsumer<Call, List<RedisLease>> arguments) {
		Set<Lease> settled = new LinkedHashSet<>();
		return operation(steps(transition, held, (lease) -> 0, (call, batch) -> {
			arguments.accept(call, batch);
			return (outcome) -> settled.addAll(outcome.held());
		}), settled);
	}

	/** Extends leases, and then tells the algorithm that the worker is alive. */
	@Override
	public CompletableFuture<Set<Lease>> extend(Collection<Lease> held) {
		Set<Lease> extended = new LinkedHashSet<>();
		List<Algorithm.HeldLease> alive = new ArrayList<>();
		CompositeIterator<Step> steps = new CompositeIterator<>();
		steps.add(steps(Transition.EXTEND, held, (lease) -> 0, (call, batch) -> {
			long deadline = System.nanoTime() + this.settings.leaseTime().toNanos();
			call.argument(this.settings.leaseTime().toMillis());
			return (outcome) -> outcome.held().forEach((lease) -> {
				extended.add(lease.withDeadline(deadline));
				alive.add(new Algorithm.HeldLease(lease.id(), lease.receipt()));
			});
		}));
		steps.add(this.algorithm.alive(alive));
		return this.scripts.start(this.algorithm.operation(Lane.EXTEND, steps, () -> extended));
	}

	@Override
	public CompletableFuture<RetryResult> retry(Map<Lease, Failure> failed) {
		Set<Lease> retried = new LinkedHashSet<>();
		Set<Lease> buried = new LinkedHashSet<>();
		Iterator<Step> steps = steps(Transition.RETRY, failed.keySet(),
				(lease) -> bytes(lease, of(failed, lease).cause()), (call, batch) -> {
					call.argument(this.settings.maxRetries()).argument(this.settings.maxDeadLetters());
					batch.forEach((lease) -> call.argument(millis(of(failed, lease).delay()))
						.argument(Algorithm.encode(of(failed, lease).cause())));
					return (outcome) -> {
						retried.addAll(outcome.held());
						buried.addAll(outcome.dead());
					};
				});
		return this.scripts.start(this.algorithm.operation(Lane.SETTLE, steps, () -> new RetryResult(retried, buried)));
	}

	@Override
	public CompletableFuture<Set<Lease>> bury(Map<Lease, Cause> causes) {
		Set<Lease> buried = new LinkedHashSet<>();
		return this.scripts.start(operation(burials(causes, buried), buried));
	}

	private Iterator<Step> burials(Map<Lease, Cause> causes, Set<Lease> buried) {
		return steps(Transition.BURY, causes.keySet(), (lease) -> bytes(lease, of(causes, lease)), (call, batch) -> {
			call.argument(this.settings.maxDeadLetters());
			batch.forEach((lease) -> call.argument((of(causes, lease).exception() != null) ? 1 : 0)
				.argument(Algorithm.encode(of(causes, lease))));
			return (outcome) -> buried.addAll(outcome.held());
		});
	}

	private static <T> T of(Map<Lease, T> all, RedisLease lease) {
		return Objects.requireNonNull(all.get(lease));
	}

	private static long millis(Duration delay) {
		return SenderOperations.roundedUp(delay).toMillis();
	}

	/** About how many bytes the burial of a job moves. */
	private static int bytes(RedisLease lease, Cause cause) {
		String message = Objects.requireNonNullElse(cause.message(), "");
		String stackTrace = Objects.requireNonNullElse(cause.stackTrace(), "");
		return lease.job().size() + message.length() + stackTrace.length();
	}

	/**
	 * One step for each batch of leases, which are checked at once. Its first arguments
	 * are those that {@code fence.lua} reads: the ids, the worker and the receipts. A
	 * function adds further ones, and tells who takes the outcome.
	 */
	private Iterator<Step> steps(Transition transition, Collection<Lease> leases, ToIntFunction<RedisLease> size,
			BiFunction<Call, List<RedisLease>, Consumer<Settled>> further) {
		return Operation.steps(Batches.of(RedisLease.of(name(), leases), size), (batch) -> {
			Call call = this.algorithm.call().argument(batch.size());
			batch.forEach((lease) -> call.argument(lease.id()));
			call.argument(this.settings.worker());
			batch.forEach((lease) -> call.argument(lease.receipt()));
			Consumer<Settled> reader = further.apply(call, batch);
			return new Step(this.algorithm.script(transition), call,
					(reply) -> reader.accept(Settled.read(reply, batch)));
		});
	}

	private <R> Operation<R> operation(Iterator<Step> steps, R result) {
		return this.algorithm.operation(Lane.SETTLE, steps, () -> result);
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
