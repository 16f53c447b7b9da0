package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.LogText;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.script.ScriptRunner;

import org.springframework.dao.DataAccessResourceFailureException;

/**
 * A queue whose operations for workers exist once: a caller that waits for one waits for
 * its result. Thread-safe.
 */
public abstract class WaitingQueue implements WorkerQueue {

	private final String name;

	protected final QueueSettings settings;

	protected WaitingQueue(String name, QueueSettings settings) {
		this.name = name;
		this.settings = settings;
	}

	@Override
	public final String name() {
		return this.name;
	}

	@Override
	public final Duration leaseTime() {
		return this.settings.leaseTime();
	}

	@Override
	public final int maxRetries() {
		return this.settings.maxRetries();
	}

	@Override
	public final int maxCrashes() {
		return this.settings.maxCrashes();
	}

	@Override
	public final LeaseResult lease(int max) {
		return await(async().lease(max));
	}

	@Override
	public final Set<Lease> start(Collection<Lease> held, boolean alone) {
		return await(async().start(held, alone));
	}

	@Override
	public final Set<Lease> extend(Collection<Lease> held) {
		return await(async().extend(held));
	}

	@Override
	public final Set<Lease> complete(Collection<Lease> held) {
		return await(async().complete(held));
	}

	@Override
	public final RetryResult retry(Map<Lease, Failure> failed) {
		return await(async().retry(failed));
	}

	@Override
	public final Set<Lease> release(Collection<Lease> held) {
		return await(async().release(held));
	}

	@Override
	public final Set<Lease> postpone(Map<Lease, Duration> delays) {
		return await(async().postpone(delays));
	}

	@Override
	public final Set<Lease> bury(Map<Lease, Cause> causes) {
		return await(async().bury(causes));
	}

	/**
	 * A call goes on when nobody waits for it any more, so that leases which come late
	 * are released.
	 */
	private <T> T await(CompletableFuture<T> result) {
		ScriptRunner.checkMayWait();
		try {
			result.get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			result.cancel(false);
			throw new DataAccessResourceFailureException("The thread was interrupted while it waited for the reply of"
					+ " Redis about queue '" + LogText.of(name()) + "'. Whether Redis has run the call is unknown", ex);
		}
		catch (ExecutionException ex) {
			// The same below.
		}
		return ScriptRunner.resultOf(result);
	}

}
