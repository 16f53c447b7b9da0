package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.WorkerQueue;

/**
 * A queue whose operations for workers exist once: who waits for them runs them on the
 * own thread. Thread-safe.
 */
public abstract class WaitingQueue implements WorkerQueue {

	/**
	 * The operations of {@link #async()} for a caller that waits.
	 * @return the same queue, whose operations have ended when they return
	 */
	public abstract AsyncWorkerQueue waiting();

	@Override
	public final Set<String> add(Collection<Job> jobs, AddMode mode) {
		return resultOf(waiting().add(jobs, mode));
	}

	@Override
	public final LeaseResult lease(int max) {
		return resultOf(waiting().lease(max));
	}

	@Override
	public final Set<Lease> start(Collection<Lease> held, boolean alone) {
		return resultOf(waiting().start(held, alone));
	}

	@Override
	public final Set<Lease> extend(Collection<Lease> held) {
		return resultOf(waiting().extend(held));
	}

	@Override
	public final Set<Lease> complete(Collection<Lease> held) {
		return resultOf(waiting().complete(held));
	}

	@Override
	public final RetryResult retry(Map<Lease, Failure> failed) {
		return resultOf(waiting().retry(failed));
	}

	@Override
	public final Set<Lease> release(Collection<Lease> held) {
		return resultOf(waiting().release(held));
	}

	@Override
	public final Set<Lease> postpone(Map<Lease, Duration> delays) {
		return resultOf(waiting().postpone(delays));
	}

	@Override
	public final Set<Lease> bury(Map<Lease, Cause> causes) {
		return resultOf(waiting().bury(causes));
	}

	/**
	 * The result of a call that has ended.
	 * @param <T> the type of the result
	 * @param ended how it has ended
	 * @return its result
	 * @throws RuntimeException its exception
	 */
	public static <T> T resultOf(CompletableFuture<T> ended) {
		try {
			return ended.join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RuntimeException unchecked) ? unchecked : ex;
		}
	}

}
