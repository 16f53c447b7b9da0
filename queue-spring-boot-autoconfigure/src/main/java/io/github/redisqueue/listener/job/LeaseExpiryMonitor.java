package io.github.redisqueue.listener.job;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Interrupts handlers whose leases expire by the clock of this machine, without asking
 * Redis. It watches the jobs of all listeners of the application. At any time it has
 * scheduled one check of all jobs, for the earliest deadline. Thread-safe.
 */
public final class LeaseExpiryMonitor {

	private final ScheduledExecutorService scheduler;

	private final Set<InFlightJobs> watched = new LinkedHashSet<>();

	private @Nullable ScheduledFuture<?> nextCheck;

	/** When it comes, in terms of {@link System#nanoTime()}. */
	private long nextDeadline;

	public LeaseExpiryMonitor(ScheduledExecutorService scheduler) {
		this.scheduler = scheduler;
	}

	public synchronized void add(InFlightJobs jobs) {
		this.watched.add(jobs);
	}

	public synchronized void remove(InFlightJobs jobs) {
		this.watched.remove(jobs);
		if (this.watched.isEmpty() && this.nextCheck != null) {
			this.nextCheck.cancel(false);
			this.nextCheck = null;
		}
	}

	/**
	 * Checks all jobs at a deadline, if not earlier.
	 * @param deadline the deadline of a new lease, in terms of {@link System#nanoTime()}
	 */
	public synchronized void checkAt(long deadline) {
		if (this.watched.isEmpty() || (this.nextCheck != null && this.nextDeadline - deadline <= 0)) {
			return;
		}
		if (this.nextCheck != null) {
			this.nextCheck.cancel(false);
		}
		this.nextDeadline = deadline;
		this.nextCheck = this.scheduler.schedule(this::checkAll, deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
	}

	private void checkAll() {
		List<InFlightJobs> all;
		synchronized (this) {
			this.nextCheck = null;
			all = List.copyOf(this.watched);
		}
		all.forEach(this::check);
	}

	/** Called without the lock: who waits for room is told of jobs that are removed. */
	private void check(InFlightJobs jobs) {
		jobs.leased().filter(InFlightJob::isExpiring).forEach((job) -> {
			if (job.isExpired()) {
				jobs.onLeaseExpired(job);
			}
			else {
				checkAt(job.lease().deadline());
			}
		});
	}

}
