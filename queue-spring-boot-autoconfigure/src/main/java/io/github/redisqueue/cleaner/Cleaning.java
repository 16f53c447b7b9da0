package io.github.redisqueue.cleaner;

import java.util.Locale;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.metrics.QueueEvents;
import io.github.redisqueue.background.OutageBackoff;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The repeated cleaning of one queue. No failure ends the repetition. Run by one thread
 * at a time.
 */
final class Cleaning implements Runnable {

	private static final Log logger = LogFactory.getLog(QueueCleaner.class);

	private final WorkerQueue queue;

	private final CleanDepth depth;

	private final QueueEvents events;

	private final OutageBackoff outage;

	Cleaning(WorkerQueue queue, CleanDepth depth, QueueEvents events) {
		this.queue = queue;
		this.depth = depth;
		this.events = events;
		this.outage = new OutageBackoff(
				"do the " + depth.name().toLowerCase(Locale.ROOT) + " cleaning of queue '" + queue.name() + "'",
				"jobs of vanished workers stay where they are");
	}

	@Override
	public void run() {
		try {
			report(this.queue.clean(this.depth));
			this.outage.onSuccess();
		}
		catch (Throwable ex) {
			// Whatever is thrown from here would end the repetition without a word.
			this.outage.onFailure(ex);
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

}
