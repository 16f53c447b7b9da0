package io.github.redisqueue.listener;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

import io.github.redisqueue.Lease;
import io.github.redisqueue.metrics.QueueEvents;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Removes settled jobs from those in flight, and reports the results in logs and metrics,
 * on a thread that may run code of the application. Thread-safe.
 */
final class SettlementReport {

	private static final Log logger = LogFactory.getLog(SettlementReport.class);

	private final String queue;

	private final InFlightJobs inFlight;

	private final QueueEvents events;

	private final Executor background;

	/** The jobs that an earlier call without a reply may have settled. */
	private final Set<InFlightJob> uncertain = ConcurrentHashMap.newKeySet();

	SettlementReport(String queue, InFlightJobs inFlight, QueueEvents events, Executor background) {
		this.queue = queue;
		this.inFlight = inFlight;
		this.events = events;
		this.background = background;
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
			if (buried.contains(settlement.lease())) {
				news.add(() -> reportBuried(settlement));
			}
			else if (!settled.contains(settlement.lease())) {
				news.add(() -> reportRefused(settlement, repeated));
			}
			else if (settlement.kind() == Settlement.Kind.RETRY) {
				news.add(() -> reportRetried(settlement));
			}
		}
		if (!news.isEmpty()) {
			this.background.execute(() -> news.forEach(Runnable::run));
		}
	}

	private void reportBuried(Settlement settlement) {
		this.events.buried(this.queue, 1);
		logger.error(settlement.job() + " failed and was moved to the dead letters",
				LoggedFailure.of(settlement.thrown()));
	}

	private void reportRetried(Settlement settlement) {
		this.events.retried(this.queue, 1);
		logger.warn(settlement.job() + " failed and is retried after " + settlement.failure().delay(),
				LoggedFailure.of(settlement.thrown()));
	}

	private void reportRefused(Settlement settlement, boolean repeated) {
		if (!repeated) {
			reportLost(settlement, "it was cancelled or leased by another worker before this could be recorded");
		}
		else if (settlement.thrown() != null) {
			logger.warn(settlement.job() + " failed; an earlier call, whose reply was lost, recorded the failure",
					LoggedFailure.of(settlement.thrown()));
		}
	}

	/**
	 * Handles a call without a reply: whether Redis has settled the jobs is unknown.
	 * @param settlements the settlements of that call
	 * @return those to send again, because their leases still last
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

	/** Drops a settlement. Unless Redis has settled the job, its lease expires. */
	void giveUp(Settlement settlement) {
		this.inFlight.remove(settlement.job());
		this.uncertain.remove(settlement.job());
		this.background.execute(
				() -> reportLost(settlement, "Redis did not confirm that in time, so the job may be handled again"));
	}

	private void reportLost(Settlement settlement, String why) {
		if (!settlement.job().isLost()) {
			this.events.lost(this.queue, 1);
		}
		switch (settlement.kind()) {
			case COMPLETE -> logger.warn(settlement.job() + " was handled, but " + why);
			case RETRY, BURY ->
				logger.warn(settlement.job() + " failed, but " + why, LoggedFailure.of(settlement.thrown()));
			case RELEASE, POSTPONE ->
				logger.debug(settlement.job() + " should have been released without being handled, but " + why);
		}
	}

}
