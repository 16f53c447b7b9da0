package io.github.redisqueue.cleaner;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.listener.BuriedJobNotifier;
import io.github.redisqueue.listener.JobBuriedEvent;
import io.github.redisqueue.metrics.QueueEvents;
import io.github.redisqueue.observation.JobMdc;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Cleans one queue, and reports what was done.
 *
 * @param queue the queue
 * @param depth how thoroughly to clean
 * @param events receives the numbers of reclaimed and buried jobs
 * @param burials tells of each job that was buried
 */
record Cleaning(WorkerQueue queue, CleanDepth depth, QueueEvents events, BuriedJobNotifier burials) {

	private static final Log logger = LogFactory.getLog(QueueCleaner.class);

	/** Cleans, unless another instance cleans in this interval. */
	void inTurn(Duration interval) {
		cleanAndReport((done) -> this.queue.cleanInTurn(this.depth, interval, done));
	}

	/** Cleans, whoever else does so. */
	CleanReport now() {
		return cleanAndReport((done) -> this.queue.clean(this.depth, done));
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
		report.buriedIds().forEach(this::tell);
	}

	/**
	 * The content is read from the dead letter, so a job that was redriven or purged
	 * meanwhile is not told.
	 */
	private void tell(String id) {
		this.queue.deadLetters()
			.get(id)
			.filter((letter) -> letter.cause().reason() == Cause.Reason.CRASHES)
			.ifPresent(this::tell);
	}

	private void tell(DeadLetter letter) {
		Lease last = Lease.builder(this.queue.name(), letter.job())
			.failures(letter.history().failures())
			.crashes(Math.max(0, letter.history().crashes() - 1))
			.build();
		this.burials.tell(new JobBuriedEvent(this.queue.name(), null, letter.job(), letter.cause()),
				(action) -> JobMdc.run(last, action));
	}

}
