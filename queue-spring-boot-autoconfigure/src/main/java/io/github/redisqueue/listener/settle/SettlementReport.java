package io.github.redisqueue.listener.settle;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

import io.github.redisqueue.Lease;
import io.github.redisqueue.LogText;
import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.listener.BuriedJobNotifier;
import io.github.redisqueue.listener.JobBuriedEvent;
import io.github.redisqueue.listener.Outcome;
import io.github.redisqueue.listener.job.InFlightJob;
import io.github.redisqueue.listener.job.InFlightJobs;
import io.github.redisqueue.metrics.QueueEvents;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Removes settled jobs from those in flight, and reports the results in logs and metrics,
 * on a thread that may run code of the application: the answers come on threads of the
 * client, which must not wait for appenders or listeners of events. Thread-safe.
 */
public final class SettlementReport {

	private static final Log logger = LogFactory.getLog(SettlementReport.class);

	private final String queue;

	private final String listener;

	private final InFlightJobs inFlight;

	private final QueueEvents events;

	private final Executor background;

	private final BuriedJobNotifier burials;

	/** The jobs that an earlier call without a reply may have settled. */
	private final Set<InFlightJob> uncertain = ConcurrentHashMap.newKeySet();

	public SettlementReport(String queue, String listener, InFlightJobs inFlight, QueueEvents events,
			Executor background, BuriedJobNotifier burials) {
		this.queue = queue;
		this.listener = listener;
		this.inFlight = inFlight;
		this.events = events;
		this.background = background;
		this.burials = burials;
	}

	/**
	 * Redis has answered.
	 * @param settlements the settlements of one call
	 * @param settled the leases whose jobs were settled as asked for
	 * @param buried the leases whose jobs were buried
	 */
	void answered(List<Settlement> settlements, Set<Lease> settled, Set<Lease> buried) {
		List<Runnable> news = new ArrayList<>();
		for (Settlement settlement : settlements) {
			this.inFlight.remove(settlement.job());
			boolean repeated = !this.uncertain.isEmpty() && this.uncertain.remove(settlement.job());
			boolean isBuried = buried.contains(settlement.lease());
			boolean isSettled = isBuried || settled.contains(settlement.lease());
			if (settlement.result() != null) {
				// Of a repeated call that is refused, the earlier one has settled the
				// job.
				news.add(() -> settlement.confirm(isSettled || repeated));
			}
			if (isBuried) {
				reportBuried(settlement, news);
			}
			else if (!isSettled) {
				reportRefused(settlement, repeated, news);
			}
			else if (settlement.outcome() == Outcome.RETRY) {
				reportRetried(settlement, news);
			}
		}
		if (!news.isEmpty()) {
			this.background.execute(() -> news.forEach(SettlementReport::run));
		}
	}

	/** What is reported runs code of the application, which must not stop the rest. */
	private static void run(Runnable news) {
		try {
			news.run();
		}
		catch (Throwable ex) {
			logger.warn("Reporting a settled job failed. The job is settled anyway", ex);
		}
	}

	private void reportBuried(Settlement settlement, List<Runnable> news) {
		InFlightJob job = settlement.job();
		news.add(() -> this.events.happened(QueueEvents.Kind.BURIED, this.queue, 1));
		Throwable thrown = settlement.thrown();
		news.add(() -> job.log(() -> logger.error(job + ((thrown != null) ? " failed and was moved to the dead letters"
				: " was moved to the dead letters: " + reason(settlement)), thrown)));
		JobBuriedEvent event = new JobBuriedEvent(this.queue, this.listener, job.lease().job(),
				settlement.decision().failure().cause());
		news.add(() -> this.burials.tell(event, job::log));
	}

	private void reportRetried(Settlement settlement, List<Runnable> news) {
		InFlightJob job = settlement.job();
		Throwable thrown = settlement.thrown();
		String retried = "is retried after " + settlement.decision().delay();
		news.add(() -> this.events.happened(QueueEvents.Kind.RETRIED, this.queue, 1));
		news.add(() -> job.log(() -> logger.warn(
				job + ((thrown != null) ? " failed and " + retried : " " + retried + ": " + reason(settlement)),
				thrown)));
	}

	/** Why the handler asked for what is done. */
	private static String reason(Settlement settlement) {
		return LogText.shortened(String.valueOf(settlement.decision().failure().cause().message()));
	}

	private void reportRefused(Settlement settlement, boolean repeated, List<Runnable> news) {
		if (!repeated) {
			reportLost(settlement, "it was cancelled or leased by another worker before this could be recorded", news);
		}
		else if (settlement.thrown() != null) {
			InFlightJob job = settlement.job();
			news.add(() -> job
				.log(() -> logger.warn(job + " failed; an earlier call, whose reply was lost, recorded the failure",
						settlement.thrown())));
		}
	}

	/**
	 * Whether Redis has settled some jobs is unknown, since there was no reply.
	 * @return those to settle again, because their leases still last
	 */
	List<Settlement> unanswered(List<Settlement> settlements) {
		List<Settlement> again = new ArrayList<>();
		for (Settlement settlement : settlements) {
			if (settlement.job().isExpired()) {
				giveUp(settlement);
			}
			else {
				this.uncertain.add(settlement.job());
				again.add(settlement);
			}
		}
		return again;
	}

	/** A call was cut short: it may have settled some of its jobs. */
	void uncertain(List<Settlement> settlements) {
		settlements.forEach((settlement) -> this.uncertain.add(settlement.job()));
	}

	/** Remembers that the settlement of a job is refused, whatever others are with it. */
	void refused(Settlement settlement, Throwable refusal) {
		InFlightJob job = settlement.job();
		if (job.refuse()) {
			this.background.execute(() -> job.log(() -> logger.warn(job + " cannot be settled, trying again. After a"
					+ " lease time its lease is no longer extended. " + OutageBackoff.reason(refusal))));
		}
	}

	/** Drops a settlement. Unless Redis has settled the job, its lease expires. */
	void giveUp(Settlement settlement) {
		this.inFlight.remove(settlement.job());
		this.uncertain.remove(settlement.job());
		List<Runnable> news = new ArrayList<>();
		news.add(() -> settlement.confirm(false));
		reportLost(settlement,
				settlement.job().isRefused()
						? "that was refused until its lease had expired, so the job is handled again"
						: "Redis did not confirm that in time, so the job may be handled again",
				news);
		this.background.execute(() -> news.forEach(SettlementReport::run));
	}

	private void reportLost(Settlement settlement, String why, List<Runnable> news) {
		if (!settlement.job().isLost()) {
			news.add(() -> this.events.happened(QueueEvents.Kind.LOST, this.queue, 1));
		}
		news.add(() -> settlement.job().log(() -> logLost(settlement, why)));
	}

	private static void logLost(Settlement settlement, String why) {
		InFlightJob job = settlement.job();
		switch (settlement.outcome()) {
			case COMPLETE -> logger.warn(job + " was handled, but " + why);
			case RETRY, BURY -> {
				String end = (settlement.thrown() != null) ? "failed"
						: "was to be " + ((settlement.outcome() == Outcome.BURY) ? "buried" : "retried") + " ("
								+ reason(settlement) + ")";
				logger.warn(job + " " + end + ", but " + why, settlement.thrown());
			}
			case POSTPONE ->
				logger.info(job + " was to be postponed for " + settlement.decision().delay() + ", but " + why);
			default -> logger.debug(job + " was to be released, but " + why);
		}
	}

}
