package io.github.redisqueue.listener.lease;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.AsyncWorkerQueue.Poll;
import io.github.redisqueue.LeaseResult;

/**
 * The calls of a {@link LeaseLoop}. A call that fails at once is a call that fails.
 * Thread-safe.
 */
final class ShardCalls {

	private final AsyncWorkerQueue queue;

	ShardCalls(AsyncWorkerQueue queue) {
		this.queue = queue;
	}

	CompletableFuture<LeaseResult> lease(int shard, int max) {
		return started(() -> this.queue.shards().get(shard).leaseOrWait(max));
	}

	CompletableFuture<Poll> poll(int shard, int max, Duration interval) {
		return started(() -> this.queue.shards().get(shard).poll(max, interval));
	}

	/** Looks which shards have jobs. If that fails, none is known to. */
	CompletableFuture<List<Integer>> look() {
		return started(this.queue::look).exceptionally((ex) -> List.of());
	}

	private static <T> CompletableFuture<T> started(Supplier<CompletableFuture<T>> call) {
		try {
			return call.get();
		}
		catch (Throwable ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

}
