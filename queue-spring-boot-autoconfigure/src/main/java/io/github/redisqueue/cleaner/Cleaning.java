package io.github.redisqueue.cleaner;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.metrics.QueueEvents;
import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.background.Outages;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Cleans one queue each time it is run, unless another instance cleans it in this round,
 * and never throws. Not thread-safe.
 */
final class Cleaning implements CleanerTask {

	private static final Log logger = LogFactory.getLog(QueueCleaner.class);

	private final WorkerQueue queue;

	private final CleanDepth depth;

	private final Duration interval;

	private final QueueEvents events;

	private final BuriedByCrashes buried;

	private final OutageBackoff backoff;

	Cleaning(WorkerQueue queue, CleanDepth depth, Duration interval, QueueEvents events, BuriedByCrashes buried,
			Outages outages) {
		this.queue = queue;
		this.depth = depth;
		this.interval = interval;
		this.events = events;
		this.buried = buried;
		this.backoff = outages.backoff("run the " + depth.name().toLowerCase(Locale.ROOT) + " cleaning of",
				queue.name(), "the jobs of crashed workers do not become ready");
	}

	@Override
	public void run() {
		try {
			cleanAndReport((done) -> this.queue.cleanInTurn(this.depth, this.interval, done));
			this.backoff.onSuccess();
		}
		catch (Throwable ex) {
			// An exception would silently end the repetition.
			this.backoff.onFailure(ex);
		}
	}

	/**
	 * Cleans now, without a turn, and reports as usual.
	 * @return what was done
	 * @throws org.springframework.dao.DataAccessException if Redis fails
	 */
	CleanReport now() {
		return cleanAndReport((done) -> this.queue.clean(this.depth, done));
	}

	@Override
	public void end() {
		this.backoff.end();
	}

	/** Cleans, and reports what was done, even if some shards fail. */
	private CleanReport cleanAndReport(Consumer<Consumer<CleanReport>> cleaning) {
		List<CleanReport> reports = new ArrayList<>();
		try {
			cleaning.accept(reports::add);
		}
		finally {
			report(CleanReport.sum(reports));
		}
		return CleanReport.sum(reports);
	}

	private void report(CleanReport report) {
		if (report.reclaimed() > 0) {
			this.events.happened(QueueEvents.Kind.RECLAIMED, this.queue.name(), report.reclaimed());
		}
		if (report.buried() > 0) {
			this.events.happened(QueueEvents.Kind.BURIED, this.queue.name(), report.buried());
		}
		if (report.reclaimed() > 0 || report.buried() > 0) {
			logger.info("Cleaned queue '" + this.queue.name() + "': " + report.reclaimed()
					+ " jobs of crashed workers became ready again, " + report.buried()
					+ " jobs were moved to the dead letters after too many crashes");
		}
		this.buried.tell(this.queue, report.buriedIds());
	}

}
