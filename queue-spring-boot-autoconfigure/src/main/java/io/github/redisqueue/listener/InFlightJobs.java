package io.github.redisqueue.listener;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.redisqueue.Lease;
import io.github.redisqueue.metrics.QueueEvents;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The jobs that a listener or forwarder has leased and not yet settled. Thread-safe.
 */
final class InFlightJobs {

	private static final Log logger = LogFactory.getLog(InFlightJobs.class);

	private final QueueEvents events;

	private final Set<InFlightJob> jobs = ConcurrentHashMap.newKeySet();

	InFlightJobs(QueueEvents events) {
		this.events = events;
	}

	/** Adds the jobs of new leases, and returns them in the same order. */
	List<InFlightJob> add(List<Lease> leases) {
		List<InFlightJob> added = leases.stream().map(InFlightJob::new).toList();
		this.jobs.addAll(added);
		return added;
	}

	/** Removes a job: its lease is no longer extended. */
	void remove(InFlightJob job) {
		this.jobs.remove(job);
	}

	/** The jobs that depend on a lease. */
	List<InFlightJob> leased() {
		return this.jobs.stream().filter((job) -> !job.isCompleted()).toList();
	}

	/** The jobs whose handlers run. */
	List<InFlightJob> running() {
		return this.jobs.stream().filter(InFlightJob::isRunning).toList();
	}

	/** Redis reports that the lease is no longer valid. */
	void onLeaseLost(InFlightJob job) {
		if (job.isCompleted()) {
			return;
		}
		this.jobs.remove(job);
		lose(job, "was cancelled or leased by another worker");
	}

	/**
	 * The deadline of the lease has passed. A job whose handler runs stays in flight: if
	 * no other worker leases it before Redis answers again, its lease can be extended.
	 */
	void onLeaseExpired(InFlightJob job) {
		if (lose(job, "has an expired lease, which could not be extended in time") && !job.isRunning()) {
			this.jobs.remove(job);
		}
	}

	/** Gives up a job after an unexpected error that prevents its settlement. */
	void abandon(InFlightJob job, Throwable error) {
		this.jobs.remove(job);
		if (!job.isLost()) {
			this.events.lost(job.lease().queue(), 1);
		}
		logger.error(job + " cannot be settled because of an unexpected error. It becomes ready again after its lease"
				+ " has expired", error);
	}

	private boolean lose(InFlightJob job, String why) {
		if (!job.markLost()) {
			return false;
		}
		this.events.lost(job.lease().queue(), 1);
		if (job.isRunning()) {
			logger.warn(job + " " + why + ". Interrupting its handler");
		}
		else {
			logger.debug(job + " " + why + ". Its handler had not begun");
		}
		return true;
	}

}
