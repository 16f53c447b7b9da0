package io.github.redisqueue.endpoint;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.github.redisqueue.background.OutageReason;
import io.github.redisqueue.thread.DaemonThreads;

/**
 * Asks queues side by side, and waits for some seconds only: if Redis hangs, the operator
 * is told so before the client of Redis gives up, which takes a minute by default. The
 * threads end when there is nothing to ask. Thread-safe.
 */
final class QueueCalls {

	private static final int MAX_THREADS = 8;

	private static final int MAX_WAITING = 1000;

	private final Duration timeout;

	private final DaemonThreads threads;

	QueueCalls(Duration timeout) {
		this.timeout = timeout;
		this.threads = new DaemonThreads(MAX_THREADS, new LinkedBlockingQueue<>(MAX_WAITING),
				DaemonThreads.named("queue-endpoint-"));
	}

	/** Begins a call. */
	<T> CompletableFuture<T> begin(Supplier<T> call) {
		try {
			return CompletableFuture.supplyAsync(call, this.threads)
				.orTimeout(this.timeout.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			return CompletableFuture.failedFuture(new QueueCallException("Too many requests wait for Redis"));
		}
	}

	/**
	 * Waits for the end of a call.
	 * @return its result
	 * @throws QueueCallException if it has failed or takes too long
	 */
	<T> T end(CompletableFuture<T> call) {
		try {
			return call.get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new QueueCallException("The request was interrupted");
		}
		catch (ExecutionException ex) {
			Throwable cause = ex.getCause();
			if (cause instanceof QueueCallException rejected) {
				throw rejected;
			}
			if (cause instanceof TimeoutException) {
				throw new QueueCallException("Redis has not replied within " + this.timeout.toSeconds() + " seconds");
			}
			throw new QueueCallException(OutageReason.of((cause != null) ? cause : ex));
		}
	}

	/**
	 * A call has failed, for the reason that its message tells.
	 */
	static final class QueueCallException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		QueueCallException(String reason) {
			super(reason);
		}

		/** Why it has failed. */
		String reason() {
			return String.valueOf(getMessage());
		}

	}

}
