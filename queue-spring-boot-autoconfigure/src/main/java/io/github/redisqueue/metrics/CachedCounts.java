package io.github.redisqueue.metrics;

import java.time.Duration;
import java.util.function.ToDoubleFunction;

import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.background.Outages;
import org.jspecify.annotations.Nullable;

/**
 * Reads the counts of a queue from Redis on demand and caches them for some time, because
 * a scrape reads all gauges of a queue in succession. A failure is cached too.
 * Thread-safe.
 */
final class CachedCounts {

	private final WorkQueue queue;

	private final long maxAge;

	private final OutageBackoff backoff;

	private @Nullable QueueCounts counts;

	private boolean asked;

	private long askedAt;

	CachedCounts(WorkQueue queue, Duration maxAge, Outages outages) {
		this.queue = queue;
		this.maxAge = maxAge.toNanos();
		this.backoff = outages.backoff("count the jobs of", queue.name(), "their gauges show NaN");
	}

	/**
	 * Returns one of the counts.
	 * @param count selects the count
	 * @return the count, or NaN if Redis is not available
	 */
	double get(ToDoubleFunction<QueueCounts> count) {
		QueueCounts present = present();
		return (present != null) ? count.applyAsDouble(present) : Double.NaN;
	}

	private synchronized @Nullable QueueCounts present() {
		if (!this.asked || System.nanoTime() - this.askedAt >= this.maxAge) {
			this.counts = ask();
			this.askedAt = System.nanoTime();
			this.asked = true;
		}
		return this.counts;
	}

	private @Nullable QueueCounts ask() {
		try {
			QueueCounts asked = this.queue.counts();
			this.backoff.onSuccess();
			return asked;
		}
		catch (RuntimeException ex) {
			this.backoff.onFailure(ex);
			return null;
		}
	}

}
