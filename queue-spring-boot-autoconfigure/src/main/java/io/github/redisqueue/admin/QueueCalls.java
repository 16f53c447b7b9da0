package io.github.redisqueue.admin;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.github.redisqueue.QueueLayoutException;
import io.github.redisqueue.background.OutageReason;
import io.github.redisqueue.thread.DaemonThreads;

import org.springframework.dao.DataAccessException;

/**
 * Calls queues on a few threads of its own, and waits for some seconds only: if Redis
 * hangs, the operator is told so before the client of Redis gives up, which takes a
 * minute by default. The threads end when there is nothing to ask. Thread-safe.
 */
final class QueueCalls {

	/** How long whoever has sent a request waits for Redis. */
	static final Duration DEADLINE = Duration.ofSeconds(5);

	/** How many calls may wait for a thread. Further ones are refused at once. */
	private static final int MAX_WAITING = 1000;

	private static final String BUSY = "Too many requests wait for Redis";

	/** Begins with {@link #begin}, also while a call waits for a thread. */
	private final Duration timeout;

	private final DaemonThreads threads;

	/** The calls under way that others may join, by their keys. */
	private final Map<Object, CompletableFuture<Map<String, Object>>> shared = new ConcurrentHashMap<>();

	QueueCalls(int threads, Duration timeout) {
		this.timeout = timeout;
		this.threads = new DaemonThreads(threads, new LinkedBlockingQueue<>(MAX_WAITING),
				DaemonThreads.named("queue-endpoint-"));
	}

	/**
	 * Begins a call. If no thread is free in time, it is left out: what nobody waits for
	 * any more changes nothing, and keeps no other call waiting.
	 */
	<T> CompletableFuture<T> begin(Supplier<T> call) {
		Call<T> result = new Call<>();
		result.orTimeout(this.timeout.toMillis(), TimeUnit.MILLISECONDS);
		try {
			this.threads.execute(() -> run(call, result));
		}
		catch (RejectedExecutionException ex) {
			result.completeExceptionally(new QueueCallException(BUSY, ex, false));
		}
		return result;
	}

	private static <T> void run(Supplier<T> call, Call<T> result) {
		if (result.begins()) {
			try {
				result.complete(call.get());
			}
			catch (Throwable ex) {
				result.completeExceptionally(ex);
			}
		}
	}

	/**
	 * Begins a call, or joins one with the same key that is under way. The key is
	 * everything on which the result depends.
	 */
	CompletableFuture<Map<String, Object>> share(Object key, Supplier<Map<String, Object>> call) {
		CompletableFuture<Map<String, Object>> result = this.shared.computeIfAbsent(key, (added) -> begin(call));
		result.whenComplete((done, failure) -> this.shared.remove(key, result));
		return result;
	}

	/**
	 * Waits for the end of a call.
	 * @throws QueueCallException if Redis or the queue has failed, or takes too long;
	 * other exceptions of the call are thrown as they are
	 */
	<T> T end(CompletableFuture<T> call) {
		try {
			return call.get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new QueueCallException("The request was interrupted", ex, true);
		}
		catch (ExecutionException ex) {
			Throwable cause = (ex.getCause() != null) ? ex.getCause() : ex;
			if (cause instanceof RuntimeException thrown && !isOutage(thrown)) {
				throw thrown;
			}
			throw failure(call, cause);
		}
	}

	private QueueCallException failure(CompletableFuture<?> call, Throwable cause) {
		String time = this.timeout.toSeconds() + " seconds";
		if (!(cause instanceof TimeoutException)) {
			return new QueueCallException(OutageReason.of(cause), cause, true);
		}
		return (call instanceof Call<?> waiting && !waiting.begun)
				? new QueueCallException(BUSY + ": this one did not begin within " + time, cause, false)
				: new QueueCallException("Redis has not replied within " + time, cause, true);
	}

	private static boolean isOutage(RuntimeException failure) {
		return failure instanceof DataAccessException || failure instanceof QueueLayoutException
				|| failure instanceof RejectedExecutionException;
	}

	/** Begins a call, and waits for its end, as {@link #end}. */
	<T> T call(Supplier<T> call) {
		return end(begin(call));
	}

	/**
	 * Waits for the end of a call that reads, as {@link #end}.
	 * @param problem what cannot be done if it fails
	 * @throws RefusedException instead of the {@link QueueCallException}
	 */
	<T> T read(String problem, CompletableFuture<T> call) {
		try {
			return end(call);
		}
		catch (QueueCallException ex) {
			throw new RefusedException(503, problem + ": " + ex.reason());
		}
	}

	/** A call that may have to wait for a thread. */
	private static final class Call<T> extends CompletableFuture<T> {

		private volatile boolean begun;

		/** Looks last whether anybody waits: what has not begun in time never will. */
		boolean begins() {
			if (!isDone()) {
				this.begun = true;
			}
			return !isDone();
		}

	}

	/** A call has failed, for the reason that its message tells. */
	static final class QueueCallException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		/** Whether Redis may have been asked. */
		final boolean begun;

		QueueCallException(String reason, Throwable cause, boolean begun) {
			super(reason, cause);
			this.begun = begun;
		}

		String reason() {
			return String.valueOf(getMessage());
		}

	}

}
