package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;

import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.background.SharedSchedule;
import io.github.redisqueue.bell.Bell;
import org.jspecify.annotations.Nullable;

/**
 * Leases as many jobs as its {@link Intake} has room for, until it is stopped. When no
 * job is ready, it waits for the bell, for the time when the next job is due, or for the
 * poll interval, whichever is first.
 */
final class Poller implements Runnable {

	private final WorkerQueue queue;

	private final Bell bell;

	/**
	 * The poll interval and 5 % more. This leaves room for the other commands of an idle
	 * listener: together they are no more than one command in each poll interval.
	 */
	private final Duration maxWait;

	private final Intake intake;

	private final OutageBackoff backoff;

	Poller(WorkerQueue queue, Bell bell, Duration pollInterval, Intake intake, String activity) {
		this.queue = queue;
		this.bell = bell;
		this.maxWait = pollInterval.plus(pollInterval.dividedBy(20));
		this.intake = intake;
		this.backoff = new OutageBackoff(activity);
	}

	@Override
	public void run() {
		try {
			while (true) {
				// Read before leasing, so that no ring between leasing and waiting is
				// missed.
				long rings = this.bell.rings();
				int room = this.intake.awaitRoom();
				if (room == 0) {
					return;
				}
				Duration wait = lease(room);
				if (!Duration.ZERO.equals(wait)) {
					this.bell.await(rings, wait);
				}
			}
		}
		catch (InterruptedException ex) {
			// The owner of this thread stops while a call to Redis hangs.
		}
	}

	/** Returns how long to wait for the bell, or null for no limit. */
	private @Nullable Duration lease(int room) {
		try {
			LeaseResult result = this.queue.lease(room);
			if (!result.leases().isEmpty()) {
				this.intake.take(result.leases());
			}
			this.backoff.onSuccess();
			return result.paused() ? null : earlier(result.nextDue(), SharedSchedule.untilNext(this.maxWait));
		}
		catch (Throwable ex) {
			// Including errors: if this thread ended, the listener would lease nothing.
			return this.backoff.onFailure(ex);
		}
	}

	private static Duration earlier(@Nullable Duration due, Duration poll) {
		return (due != null && due.compareTo(poll) < 0) ? due : poll;
	}

	/**
	 * Ends the wait for the bell, so that the poller asks the intake for room. Other
	 * pollers of the same queue wake up too, and call Redis once without need.
	 */
	void wake() {
		this.bell.ring();
	}

	/** Takes the leased jobs. */
	interface Intake {

		/**
		 * Waits until there is room for jobs.
		 * @return how many jobs to lease, or 0 to stop the poller
		 */
		int awaitRoom() throws InterruptedException;

		/**
		 * Takes leased jobs. The poller treats an exception like an outage of Redis.
		 * @param leases the leases, at least one
		 */
		void take(List<Lease> leases);

	}

}
