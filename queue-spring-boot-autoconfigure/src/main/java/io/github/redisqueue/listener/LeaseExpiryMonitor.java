package io.github.redisqueue.listener;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Interrupts handlers whose lease runs out, by this machine's clock and without a trip to
 * Redis. One look at all jobs is planned at a time, for the earliest deadline among them.
 * Thread-safe.
 */
final class LeaseExpiryMonitor {

	private final InFlightJobs inFlight;

	private final ScheduledExecutorService clock;

	private @Nullable ScheduledFuture<?> plan;

	private long planned;

	private boolean closed;

	LeaseExpiryMonitor(InFlightJobs inFlight, ScheduledExecutorService clock) {
		this.inFlight = inFlight;
		this.clock = clock;
	}

	/**
	 * Jobs have come that are held until then.
	 * @param deadline in terms of {@link System#nanoTime()}
	 */
	synchronized void expect(long deadline) {
		if (this.closed || (this.plan != null && this.planned - deadline <= 0)) {
			return;
		}
		if (this.plan != null) {
			this.plan.cancel(false);
		}
		this.planned = deadline;
		this.plan = this.clock.schedule(this::look, deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
	}

	private synchronized void look() {
		this.plan = null;
		for (InFlightJob job : this.inFlight.leased()) {
			if (job.isExpiring() && job.isExpired()) {
				this.inFlight.onLeaseExpired(job);
			}
			else if (job.isExpiring()) {
				expect(job.lease().deadline());
			}
		}
	}

	synchronized void close() {
		this.closed = true;
		if (this.plan != null) {
			this.plan.cancel(false);
		}
	}

}
