package io.github.redisqueue.listener;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Interrupts handlers whose leases expire by the clock of this machine, without asking
 * Redis. At any time it has scheduled one check of all jobs, for the earliest deadline.
 * Thread-safe.
 */
final class LeaseExpiryMonitor {

	private final InFlightJobs inFlight;

	private final ScheduledExecutorService scheduler;

	private @Nullable ScheduledFuture<?> nextCheck;

	private long nextDeadline;

	private boolean closed;

	LeaseExpiryMonitor(InFlightJobs inFlight, ScheduledExecutorService scheduler) {
		this.inFlight = inFlight;
		this.scheduler = scheduler;
	}

	/**
	 * Checks all jobs at a deadline, if not earlier.
	 * @param deadline the deadline of a new lease, in terms of {@link System#nanoTime()}
	 */
	synchronized void checkAt(long deadline) {
		if (this.closed || (this.nextCheck != null && this.nextDeadline - deadline <= 0)) {
			return;
		}
		if (this.nextCheck != null) {
			this.nextCheck.cancel(false);
		}
		this.nextDeadline = deadline;
		this.nextCheck = this.scheduler.schedule(this::check, deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
	}

	private synchronized void check() {
		this.nextCheck = null;
		for (InFlightJob job : this.inFlight.leased()) {
			if (job.isExpiring() && job.isExpired()) {
				this.inFlight.onLeaseExpired(job);
			}
			else if (job.isExpiring()) {
				checkAt(job.lease().deadline());
			}
		}
	}

	synchronized void close() {
		this.closed = true;
		if (this.nextCheck != null) {
			this.nextCheck.cancel(false);
		}
	}

}
