package io.github.redisqueue.listener;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import io.github.redisqueue.Failure;
import io.github.redisqueue.Lease;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.metrics.QueueEvents;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Takes settlements to Redis and tells what came of them. Not thread-safe.
 */
final class SettlementTrip {

	private static final Log logger = LogFactory.getLog(SettlementTrip.class);

	private final WorkerQueue queue;

	private final InFlightJobs held;

	private final QueueEvents events;

	/** What an earlier trip may have settled, as its answer never came. */
	private final Set<InFlightJob> uncertain = new HashSet<>();

	SettlementTrip(WorkerQueue queue, InFlightJobs held, QueueEvents events) {
		this.queue = queue;
		this.held = held;
		this.events = events;
	}

	/**
	 * Settles jobs in one call.
	 * @param kind what is to become of them
	 * @param settlements settlements of that kind
	 */
	void make(Settlement.Kind kind, List<Settlement> settlements) {
		switch (kind) {
			case COMPLETE -> tell(settlements, this.queue.complete(leases(settlements)), Set.of());
			case RELEASE -> tell(settlements, this.queue.release(leases(settlements)), Set.of());
			case BURY -> tell(settlements, Set.of(), this.queue.bury(failures(settlements, Failure::cause)));
			case RETRY -> {
				RetryResult result = this.queue.retry(failures(settlements, Function.identity()));
				tell(settlements, result.retried(), result.buried());
			}
		}
	}

	private static List<Lease> leases(List<Settlement> settlements) {
		return settlements.stream().map(Settlement::lease).toList();
	}

	private static <V> Map<Lease, V> failures(List<Settlement> settlements, Function<Failure, V> view) {
		Map<Lease, V> failures = new LinkedHashMap<>();
		settlements.forEach((settlement) -> failures.put(settlement.lease(), view.apply(settlement.failure())));
		return failures;
	}

	private void tell(List<Settlement> settlements, Set<Lease> settled, Set<Lease> buried) {
		for (Settlement settlement : settlements) {
			this.held.remove(settlement.job());
			boolean repeated = this.uncertain.remove(settlement.job());
			if (buried.contains(settlement.lease())) {
				this.events.buried(this.queue.name(), 1);
				logger.error("Handling the " + settlement.job() + " failed and will not be retried: it is dead now",
						settlement.thrown());
			}
			else if (!settled.contains(settlement.lease())) {
				notHeld(settlement, repeated);
			}
			else if (settlement.kind() == Settlement.Kind.RETRY) {
				this.events.retried(this.queue.name(), 1);
				logger.warn("Handling the " + settlement.job() + " failed, it is retried after "
						+ settlement.failure().delay(), settlement.thrown());
			}
		}
	}

	private void notHeld(Settlement settlement, boolean repeated) {
		if (!repeated) {
			lost(settlement, "but it had been cancelled or taken over by another worker before that could be recorded");
		}
		else if (settlement.thrown() != null) {
			logger.warn("Handling the " + settlement.job() + " failed, which was recorded by a call without an answer",
					settlement.thrown());
		}
	}

	/**
	 * No answer came. The call may have worked or not, and is to be repeated while the
	 * lease lasts.
	 * @param settlements what was to be settled
	 * @return what to send again
	 */
	List<Settlement> unanswered(List<Settlement> settlements) {
		List<Settlement> again = new ArrayList<>();
		for (Settlement settlement : settlements) {
			if (settlement.job().isOverdue()) {
				giveUp(settlement);
			}
			else {
				this.uncertain.add(settlement.job());
				again.add(settlement);
			}
		}
		return again;
	}

	/** Leaves a job to itself: unless it was settled unnoticed, it comes back. */
	void giveUp(Settlement settlement) {
		this.held.remove(settlement.job());
		this.uncertain.remove(settlement.job());
		lost(settlement, "but Redis could not be told in time, so it may be handled again");
	}

	private void lost(Settlement settlement, String why) {
		if (!settlement.job().isLost()) {
			this.events.lost(this.queue.name(), 1);
		}
		switch (settlement.kind()) {
			case COMPLETE -> logger.warn("The work of the " + settlement.job() + " was done, " + why);
			case RETRY, BURY ->
				logger.warn("Handling the " + settlement.job() + " failed, " + why, settlement.thrown());
			case RELEASE -> logger.debug("The " + settlement.job() + " was to be released, " + why);
		}
	}

}
