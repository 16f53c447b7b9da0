package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Lease;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.metrics.QueueEvents;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends settlements to Redis, and reports the results in logs and metrics. Not
 * thread-safe.
 */
final class SettlementSender {

	private static final Log logger = LogFactory.getLog(SettlementSender.class);

	private final WorkerQueue queue;

	private final InFlightJobs inFlight;

	private final QueueEvents events;

	/** The jobs that an earlier call without a reply may have settled. */
	private final Set<InFlightJob> uncertain = new HashSet<>();

	SettlementSender(WorkerQueue queue, InFlightJobs inFlight, QueueEvents events) {
		this.queue = queue;
		this.inFlight = inFlight;
		this.events = events;
	}

	/**
	 * Settles jobs with one call.
	 * @param kind how to settle them
	 * @param settlements settlements of that kind
	 */
	void send(Settlement.Kind kind, List<Settlement> settlements) {
		switch (kind) {
			case COMPLETE -> report(settlements, this.queue.complete(leases(settlements)), Set.of());
			case RELEASE -> report(settlements, this.queue.release(leases(settlements)), Set.of());
			case BURY -> report(settlements, Set.of(), this.queue.bury(failures(settlements, Failure::cause)));
			case RETRY -> {
				RetryResult result = this.queue.retry(failures(settlements, Function.identity()));
				report(settlements, result.retried(), result.buried());
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

	private void report(List<Settlement> settlements, Set<Lease> settled, Set<Lease> buried) {
		for (Settlement settlement : settlements) {
			this.inFlight.remove(settlement.job());
			boolean repeated = this.uncertain.remove(settlement.job());
			if (buried.contains(settlement.lease())) {
				this.events.buried(this.queue.name(), 1);
				logger.error(settlement.job() + " failed and was moved to the dead letters", settlement.thrown());
			}
			else if (!settled.contains(settlement.lease())) {
				reportRefused(settlement, repeated);
			}
			else if (settlement.kind() == Settlement.Kind.RETRY) {
				this.events.retried(this.queue.name(), 1);
				logger.warn(settlement.job() + " failed and is retried after " + settlement.failure().delay(),
						settlement.thrown());
			}
		}
	}

	private void reportRefused(Settlement settlement, boolean repeated) {
		if (!repeated) {
			reportLost(settlement, "it was cancelled or leased by another worker before this could be recorded");
		}
		else if (settlement.thrown() != null) {
			logger.warn(settlement.job() + " failed; an earlier call, whose reply was lost, recorded the failure",
					settlement.thrown());
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
		reportLost(settlement, "Redis did not confirm that in time, so the job may be handled again");
	}

	private void reportLost(Settlement settlement, String why) {
		if (!settlement.job().isLost()) {
			this.events.lost(this.queue.name(), 1);
		}
		switch (settlement.kind()) {
			case COMPLETE -> logger.warn(settlement.job() + " was handled, but " + why);
			case RETRY, BURY -> logger.warn(settlement.job() + " failed, but " + why, settlement.thrown());
			case RELEASE ->
				logger.debug(settlement.job() + " should have been released without being handled, but " + why);
		}
	}

	/**
	 * How to settle a job.
	 *
	 * @param kind the operation
	 * @param job the job
	 * @param recorded the failure to record, if the handler failed
	 * @param thrown the exception of the handler, if it failed
	 */
	record Settlement(Kind kind, InFlightJob job, @Nullable Failure recorded, @Nullable Throwable thrown) {

		static Settlement complete(InFlightJob job) {
			return new Settlement(Kind.COMPLETE, job, null, null);
		}

		static Settlement retry(InFlightJob job, Failure failure, Throwable thrown) {
			return new Settlement(Kind.RETRY, job, failure, thrown);
		}

		static Settlement bury(InFlightJob job, Cause cause, Throwable thrown) {
			return new Settlement(Kind.BURY, job, new Failure(Duration.ZERO, cause), thrown);
		}

		static Settlement release(InFlightJob job) {
			return new Settlement(Kind.RELEASE, job, null, null);
		}

		Lease lease() {
			return this.job.lease();
		}

		Failure failure() {
			return Objects.requireNonNull(this.recorded);
		}

		enum Kind {

			/** The handler has returned. */
			COMPLETE,

			/** The handler failed, and the job is retried after a delay. */
			RETRY,

			/** The handler failed with an exception that is not retried. */
			BURY,

			/** The handler was not called. */
			RELEASE

		}

	}

}
