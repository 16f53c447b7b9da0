package io.github.redisqueue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A lease that was created without a queue, for unit tests of handlers.
 */
record DetachedLease(String queue, Job job, int failures, int crashes, long token, long deadline) implements Lease {

	@Override
	public CompletionStage<Boolean> extend() {
		return CompletableFuture.completedStage(!isLost());
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof Lease lease && this.token == lease.token() && this.queue.equals(lease.queue())
				&& id().equals(lease.id());
	}

	@Override
	public int hashCode() {
		return Long.hashCode(this.token);
	}

	@Override
	public String toString() {
		return "Lease[" + LogText.of(this.queue) + "/" + LogText.shortened(id()) + ", attempt " + attempt() + ", token "
				+ this.token + "]";
	}

}
