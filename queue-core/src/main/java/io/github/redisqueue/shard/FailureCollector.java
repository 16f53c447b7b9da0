package io.github.redisqueue.shard;

import org.jspecify.annotations.Nullable;

/**
 * Calls of which one may fail without keeping the others from being made. Not
 * thread-safe.
 */
final class FailureCollector {

	private @Nullable RuntimeException first;

	void make(Runnable call) {
		try {
			call.run();
		}
		catch (RuntimeException ex) {
			if (this.first == null) {
				this.first = ex;
			}
		}
	}

	boolean anyFailed() {
		return this.first != null;
	}

	/** Throws what the first call that failed has thrown, if one has. */
	void throwFirst() {
		if (this.first != null) {
			throw this.first;
		}
	}

}
