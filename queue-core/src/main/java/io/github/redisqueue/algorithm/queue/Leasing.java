package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import io.github.redisqueue.AsyncWorkerQueue.Poll;
import io.github.redisqueue.Cause;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.script.Batches;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Reply;

/**
 * Builds the operations that lease jobs, and remembers from one to the next where they
 * stand. Thread-safe.
 */
final class Leasing {

	/** The id of a waiting instance that leasing gets if its caller does not wait. */
	private static final String NOT_WAITING = "";

	/**
	 * How long, in ns, a queue without leased jobs counts as idle. Leases of other
	 * instances may expire sooner than those of this one.
	 */
	private static final long MAX_IDLE = 2_000_000_000;

	/** Distinguishes this instance from others that wait for the same bell. */
	private final String waiter = UUID.randomUUID().toString().substring(24);

	private final Algorithm algorithm;

	private final QueueSettings settings;

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
	 * @param unreadable receives the leases of jobs that cannot be read, which a lease
	 * operation leaves out of its result; must not block
	 */
	Leasing(Algorithm algorithm, LeaseLimits limits, Consumer<Map<Lease, Cause>> unreadable) {
		this.algorithm = algorithm;
		this.settings = algorithm.settings();
		this.limits = limits;
		this.unreadable = unreadable;
	}

	/** Whether no lease can have expired. */
	boolean isIdle() {
		return System.nanoTime() - this.idleUntil < 0;
	}

	/**
	 * Leases jobs.
	 * @param waits whether the caller waits for the bell if there are none
	 */
	Operation<LeaseResult> lease(int max, boolean waits) {
		return leasing(max, waits ? this.waiter : NOT_WAITING, Duration.ZERO, this::leaseResult);
	}

	/**
	 * The same for one that waits, unless an instance has polled the queue within the
	 * interval.
	 */
	Operation<Poll> poll(int max, Duration interval) {
		return leasing(max, this.waiter, interval, (reply, deadline) -> LeaseReply.isPolled(reply)
				? new Poll(null, LeaseReply.nextPoll(reply)) : new Poll(leaseResult(reply, deadline), interval));
	}

	/** The result of a poll of a queue of which a look tells that it has no jobs. */
	Poll nothing(long looked, Duration interval) {
		this.idleUntil = looked + Math.min(this.settings.leaseTime().toNanos(), MAX_IDLE);
		return new Poll(new LeaseResult(List.of(), null, false), interval);
	}

	/**
	 * Leases jobs.
	 * @param max the largest number of jobs, at least 1
	 * @param waiter the id of an instance that waits for the bell
	 * @param pollInterval the poll interval, zero if the call is not a poll
	 * @param reader reads the reply; the second argument is the deadline of the leases
	 */
	private <R> Operation<R> leasing(int max, String waiter, Duration pollInterval, BiFunction<Reply, Long, R> reader) {
		if (max < 1) {
			throw new IllegalArgumentException("The number of jobs to lease must be at least 1, but is " + max);
		}
		AtomicReference<R> result = new AtomicReference<>();
		// Leases count from before the call, so that none ends later here than in Redis.
		long before = System.nanoTime();
		Call call = this.algorithm.call()
			.argument(Math.min(max, Batches.MAX_JOBS))
			.argument(this.settings.leaseTime().toMillis())
			.argument(this.settings.worker())
			.argument(this.cursor);
		this.algorithm.addCrashLimits(call)
			.argument(waiter)
			.argument(pollInterval.toMillis())
			.argument(this.limits.text);
		Step lease = new Step(this.algorithm.script(Transition.LEASE), call, (reply) -> {
			this.cursor = LeaseReply.cursor(reply);
			if (!LeaseReply.isPolled(reply)) {
				this.idleUntil = before
						+ (LeaseReply.isIdle(reply) ? Math.min(this.settings.leaseTime().toNanos(), MAX_IDLE) : 0);
			}
			result.set(reader.apply(reply, before + this.settings.leaseTime().toNanos()));
		});
		List<Step> steps = this.limits.recorded ? List.of(lease) : List.of(this.limits.record(), lease);
		return this.algorithm.operation(Lane.LEASE, steps.iterator(), () -> Objects.requireNonNull(result.get()));
	}

	private LeaseResult leaseResult(Reply reply, long deadline) {
		Map<Lease, Cause> broken = new LinkedHashMap<>();
		LeaseResult result = LeaseReply.read(reply, this.algorithm.keys().queue(), deadline, broken);
		if (!broken.isEmpty()) {
			this.unreadable.accept(broken);
		}
		return result;
	}

}
