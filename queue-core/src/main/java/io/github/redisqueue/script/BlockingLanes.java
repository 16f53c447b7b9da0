package io.github.redisqueue.script;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.github.redisqueue.script.Operation.Lane;

import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Runs operations without blocking the caller if the client has no asynchronous
 * interface: on a few threads, some of which are reserved for each kind of operation. The
 * threads start with work, and end after ten seconds without it. Thread-safe.
 */
final class BlockingLanes implements AutoCloseable {

	private final Map<Lane, ThreadPoolExecutor> lanes = Map.of(Lane.LEASE, newLane("queue-lease", 2), Lane.SETTLE,
			newLane("queue-settle", 2), Lane.EXTEND, newLane("queue-extend", 1), Lane.ANNOUNCE,
			newLane("queue-announce", 1));

	private static ThreadPoolExecutor newLane(String name, int threads) {
		ThreadPoolExecutor lane = new ThreadPoolExecutor(threads, threads, 10, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(), (work) -> {
					Thread thread = new Thread(work, name);
					thread.setDaemon(true);
					return thread;
				});
		lane.allowCoreThreadTimeOut(true);
		return lane;
	}

	/**
	 * Runs an operation on a thread of its lane.
	 * @param operation the operation
	 * @param blocking runs an operation on the thread of the caller
	 * @return the result
	 */
	<R> CompletableFuture<R> start(Operation<R> operation, Function<Operation<R>, R> blocking) {
		Executor lane = this.lanes.get(operation.lane());
		try {
			return CompletableFuture.supplyAsync(() -> blocking.apply(operation), lane).exceptionallyCompose((ex) -> {
				Throwable cause = (ex instanceof CompletionException && ex.getCause() != null) ? ex.getCause() : ex;
				return CompletableFuture.failedFuture(cause);
			});
		}
		catch (RejectedExecutionException ex) {
			return CompletableFuture
				.failedFuture(new DataAccessResourceFailureException("The connections are closed", ex));
		}
	}

	@Override
	public void close() {
		this.lanes.values().forEach(ThreadPoolExecutor::shutdownNow);
	}

}
