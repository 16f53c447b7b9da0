package io.github.redisqueue.listener;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.redisqueue.Lease;
import io.github.redisqueue.metrics.QueueEvents;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * All jobs that a container holds, from their lease to their settlement. Thread-safe.
 */
final class InFlightJobs {

	private static final Log logger = LogFactory.getLog(InFlightJobs.class);

	private final QueueEvents events;

	private final Set<InFlightJob> jobs = ConcurrentHashMap.newKeySet();

	InFlightJobs(QueueEvents events) {
		this.events = events;
	}

	/** Takes up what was leased, in this order. */
	List<InFlightJob> add(List<Lease> leases) {
		List<InFlightJob> added = leases.stream().map(InFlightJob::new).toList();
		this.jobs.addAll(added);
		return added;
	}

	/** Lets go of a job: its lease is extended no more. */
	void remove(InFlightJob job) {
		this.jobs.remove(job);
	}

	/** What is held by a lease at the moment. */
	List<InFlightJob> leased() {
		return this.jobs.stream().filter((job) -> !job.isCompleted()).toList();
	}

	/** What handlers are at work on. */
	List<InFlightJob> running() {
		return this.jobs.stream().filter(InFlightJob::isRunning).toList();
	}

	/** Redis does not know the lease any more. */
	void onLeaseTaken(InFlightJob job) {
		if (job.isCompleted()) {
			return;
		}
		this.jobs.remove(job);
		lose(job, "was cancelled or taken over by another worker");
	}

	/**
	 * The deadline has passed. A running job stays: should Redis come back before anybody
	 * took the job, then a handler that is slow to obey keeps it.
	 */
	void onLeaseExpired(InFlightJob job) {
		if (lose(job, "could not be extended before its lease ran out") && !job.isRunning()) {
			this.jobs.remove(job);
		}
	}

	/** Something broke that should not, and what to do with the job is not known. */
	void abandon(InFlightJob job, Throwable why) {
		this.jobs.remove(job);
		if (!job.isLost()) {
			this.events.lost(job.lease().queue(), 1);
		}
		logger.error("The " + job + " cannot be settled, and comes back when its lease has run out", why);
	}

	private boolean lose(InFlightJob job, String why) {
		if (!job.markLost()) {
			return false;
		}
		this.events.lost(job.lease().queue(), 1);
		if (job.isRunning()) {
			logger.warn("The " + job + " " + why + ": its handler is interrupted");
		}
		else {
			logger.debug("The " + job + " " + why + " before its handler began");
		}
		return true;
	}

}
