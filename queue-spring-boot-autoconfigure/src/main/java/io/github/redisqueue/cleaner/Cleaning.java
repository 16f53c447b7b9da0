package io.github.redisqueue.cleaner;

import java.util.Locale;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.metrics.QueueEvents;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The repeated cleaning of one queue. No failure ends the repetition; the log tells when
 * a row of failures begins and when it is over. Run by one thread at a time.
 */
final class Cleaning implements Runnable {

	private static final Log logger = LogFactory.getLog(QueueCleaner.class);

	private final WorkQueue queue;

	private final CleanDepth depth;

	private final String name;

	private final QueueEvents events;

	private boolean failing;

	Cleaning(WorkQueue queue, CleanDepth depth, QueueEvents events) {
		this.queue = queue;
		this.depth = depth;
		this.name = "Queue '" + queue.name() + "': the " + depth.name().toLowerCase(Locale.ROOT) + " cleaning";
		this.events = events;
	}

	@Override
	public void run() {
		try {
			report(this.queue.clean(this.depth));
			succeeded();
		}
		catch (Throwable ex) {
			// Whatever is thrown from here would end the repetition without a word.
			if (!Thread.currentThread().isInterrupted()) {
				failed(ex);
			}
		}
	}

	private void report(CleanReport report) {
		if (report.reclaimed() > 0) {
			this.events.reclaimed(this.queue.name(), report.reclaimed());
		}
		if (report.buried() > 0) {
			this.events.buried(this.queue.name(), report.buried());
		}
		if (report.reclaimed() > 0 || report.buried() > 0) {
			logger.info("Queue '" + this.queue.name() + "': " + report.reclaimed()
					+ " jobs of vanished workers are ready again, " + report.buried()
					+ " had crashed too often and are dead letters now");
		}
	}

	private void succeeded() {
		if (this.failing) {
			this.failing = false;
			logger.info(this.name + " works again");
		}
	}

	private void failed(Throwable failure) {
		if (!this.failing) {
			this.failing = true;
			logger.warn(this.name + " failed; it is tried again at its usual interval, and until then jobs of vanished"
					+ " workers stay where they are. Is Redis running, and do the properties spring.data.redis.* lead"
					+ " to it? " + ((failure.getCause() != null) ? failure.getCause() : failure));
		}
		logger.debug(this.name + " failed", failure);
	}

}
