package io.github.redisqueue.console;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.github.redisqueue.admin.RefusedException;

/**
 * What was read of single queues a short while ago, so that all who ask at about the same
 * time cost one reading. A failure is shared only by those who waited meanwhile.
 * Thread-safe.
 */
final class SharedReads {

	private final Executor afterAWhile;

	private final Map<String, CompletableFuture<Map<String, Object>>> byQueue = new ConcurrentHashMap<>();

	SharedReads(Duration age) {
		this.afterAWhile = CompletableFuture.delayedExecutor(age.toNanos(), TimeUnit.NANOSECONDS, Runnable::run);
	}

	/** Returns what was read of the queue, or reads it if that is too old. */
	Map<String, Object> get(String queue, Supplier<Map<String, Object>> read) {
		CompletableFuture<Map<String, Object>> own = new CompletableFuture<>();
		CompletableFuture<Map<String, Object>> other = this.byQueue.putIfAbsent(queue, own);
		if (other != null) {
			return await(other);
		}
		try {
			Map<String, Object> response = read.get();
			own.complete(response);
			this.afterAWhile.execute(() -> this.byQueue.remove(queue, own));
			return response;
		}
		catch (Throwable ex) {
			// A later request may reach Redis, and anybody can ask for any name.
			this.byQueue.remove(queue, own);
			own.completeExceptionally(ex);
			throw ex;
		}
	}

	private static Map<String, Object> await(CompletableFuture<Map<String, Object>> other) {
		try {
			return other.join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RefusedException refused) ? refused : ex;
		}
	}

	void forget(String queue) {
		this.byQueue.remove(queue);
	}

}
