package io.github.redisqueue.endpoint;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.DeadLetters;
import org.jspecify.annotations.Nullable;

/**
 * Redrives dead letters for a limited time, because a caller waits for the response.
 * Thread-safe.
 */
final class Redriving {

	private static final int BATCH = 500;

	private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

	private final Duration limit;

	/**
	 * Creates an instance.
	 * @param limit how long to go on with further dead letters
	 */
	Redriving(Duration limit) {
		this.limit = limit;
	}

	/**
	 * Puts back dead letters, each once, in their order. At least one batch is tried.
	 * @param letters the dead letters
	 * @param ids the ids of those to put back
	 * @param rate how many per second, or null if that is not limited
	 * @param progress gets what was put back
	 */
	void run(DeadLetters letters, List<String> ids, @Nullable Integer rate, Progress progress) {
		long begin = System.nanoTime();
		int next = 0;
		boolean more = true;
		while (more && next < ids.size()) {
			int wanted = wanted(rate, System.nanoTime() - begin, progress.redriven);
			if (wanted > 0) {
				List<String> some = ids.subList(next, Math.min(ids.size(), next + wanted));
				progress.redriven += letters.redrive(some).size();
				next += some.size();
			}
			else {
				more = pause();
			}
			more &= System.nanoTime() - begin < this.limit.toNanos();
		}
	}

	/** How many to put back now. The first of each second come at its begin. */
	private static int wanted(@Nullable Integer rate, long elapsed, long redriven) {
		if (rate == null) {
			return BATCH;
		}
		long due = (elapsed / SECOND + 1) * rate;
		return (int) Math.min(BATCH, due - redriven);
	}

	/** Returns false if the thread is to end. */
	private static boolean pause() {
		try {
			TimeUnit.MILLISECONDS.sleep(10);
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	/**
	 * What was put back, also if Redis fails.
	 */
	static final class Progress {

		private long redriven;

		long redriven() {
			return this.redriven;
		}

	}

}
