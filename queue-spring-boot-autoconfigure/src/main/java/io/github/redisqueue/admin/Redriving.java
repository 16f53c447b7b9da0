package io.github.redisqueue.admin;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.redisqueue.DeadLetters;
import org.jspecify.annotations.Nullable;

/**
 * Puts back dead letters for a limited time, because a caller waits for the response. Not
 * thread-safe.
 */
final class Redriving {

	private static final int BATCH = 500;

	private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

	private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

	private final DeadLetters letters;

	/** How long to go on with further ones. */
	private final Duration limit;

	private long redriven;

	Redriving(DeadLetters letters, Duration limit) {
		this.letters = letters;
		this.limit = limit;
	}

	/** How many were put back, also if Redis has failed. */
	long redriven() {
		return this.redriven;
	}

	/**
	 * Puts back dead letters, each once, in their order, so many per second. At least one
	 * batch is tried.
	 */
	void putBack(List<String> ids, @Nullable Integer rate) {
		long begin = System.nanoTime();
		int next = 0;
		boolean more = true;
		while (more && next < ids.size()) {
			int wanted = wanted(rate, System.nanoTime() - begin);
			if (wanted > 0) {
				List<String> some = ids.subList(next, Math.min(ids.size(), next + wanted));
				this.redriven += this.letters.redrive(some).size();
				next += some.size();
			}
			else {
				LockSupport.parkNanos(PAUSE);
			}
			more = !Thread.currentThread().isInterrupted();
			more &= System.nanoTime() - begin < this.limit.toNanos();
		}
	}

	/** How many to put back now. The first of each second come at its begin. */
	private int wanted(@Nullable Integer rate, long elapsed) {
		if (rate == null) {
			return BATCH;
		}
		long due = (elapsed / SECOND + 1) * rate;
		return (int) Math.min(BATCH, due - this.redriven);
	}

}
