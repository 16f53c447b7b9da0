package io.github.redisqueue.metrics;

import java.time.Duration;
import java.util.function.ToDoubleFunction;

import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkQueue;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The counts of a queue, asked for when somebody looks, and then not again for a while,
 * even if Redis could not be asked: a scrape looks at all gauges one after the other.
 * Thread-safe.
 */
final class CachedCounts {

	private static final Log logger = LogFactory.getLog(QueueGauges.class);

	private final WorkQueue queue;

	private final long interval;

	private @Nullable QueueCounts counts;

	private boolean asked;

	private long askedAt;

	CachedCounts(WorkQueue queue, Duration interval) {
		this.queue = queue;
		this.interval = interval.toNanos();
	}

	/**
	 * One of the counts.
	 * @param count which one
	 * @return the count, or NaN if Redis could not be asked
	 */
	double get(ToDoubleFunction<QueueCounts> count) {
		QueueCounts present = present();
		return (present != null) ? count.applyAsDouble(present) : Double.NaN;
	}

	private synchronized @Nullable QueueCounts present() {
		if (!this.asked || System.nanoTime() - this.askedAt >= this.interval) {
			this.counts = ask();
			this.askedAt = System.nanoTime();
			this.asked = true;
		}
		return this.counts;
	}

	private @Nullable QueueCounts ask() {
		try {
			return this.queue.counts();
		}
		catch (RuntimeException ex) {
			if (!this.asked || this.counts != null) {
				logger.warn("Queue '" + this.queue.name() + "' cannot be counted, so that its gauges show NaN: "
						+ ((ex.getCause() != null) ? ex.getCause() : ex));
			}
			logger.debug("Queue '" + this.queue.name() + "' cannot be counted", ex);
			return null;
		}
	}

}
