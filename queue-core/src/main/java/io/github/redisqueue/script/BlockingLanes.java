package io.github.redisqueue.script;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.thread.DaemonThreads;

import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Runs operations without blocking the caller if the client has no asynchronous
 * interface: on a few threads, some of which are reserved for each kind of operation, so
 * that a node of a cluster which hangs does not keep all of them. The threads start with
 * work, and end after ten seconds without it. Thread-safe.
 */
final class BlockingLanes implements AutoCloseable {

	private final Map<Lane, DaemonThreads> lanes = Map.of(Lane.ADD, new DaemonThreads("queue-add-", 4), Lane.LEASE,
			new DaemonThreads("queue-lease-", 2), Lane.SETTLE, new DaemonThreads("queue-settle-", 2), Lane.EXTEND,
			new DaemonThreads("queue-extend-", 4), Lane.ANNOUNCE, new DaemonThreads("queue-announce-", 1));

	/** Runs an operation on a thread of its lane, on which {@code blocking} waits. */
	<R> CompletableFuture<R> start(Operation<R> operation, Function<Operation<R>, R> blocking) {
		Executor lane = Objects.requireNonNull(this.lanes.get(operation.lane()));
		try {
			CompletableFuture<R> result = new CompletableFuture<>();
			lane.execute(() -> {
				try {
					if (!result.isDone() && !result.complete(blocking.apply(operation))) {
						operation.tooLate().accept(operation.result().get());
					}
				}
				catch (Throwable ex) {
					result.completeExceptionally(ex);
				}
			});
			return result;
		}
		catch (RejectedExecutionException ex) {
			return CompletableFuture
				.failedFuture(new DataAccessResourceFailureException("The connections are closed", ex));
		}
	}

	@Override
	public void close() {
		this.lanes.values().forEach(DaemonThreads::shutdownNow);
	}

}
