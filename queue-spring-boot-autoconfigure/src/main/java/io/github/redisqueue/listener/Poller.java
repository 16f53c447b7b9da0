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
 * Leases jobs, as many as there is room for, until there is none for ever. When there is
 * nothing to lease it waits for the bell, the next due time or the fallback poll.
 */
final class Poller implements Runnable {

	private final WorkerQueue queue;

	private final Bell bell;

	/**
	 * A twentieth more than the poll interval: so a queue with nothing to do costs no
	 * more than a command in each, whatever else has to be asked now and then.
	 */
	private final Duration betweenLooks;

	private final Intake intake;

	private final OutageBackoff outage;

	Poller(WorkerQueue queue, Bell bell, Duration pollInterval, Intake intake, String work) {
		this.queue = queue;
		this.bell = bell;
		this.betweenLooks = pollInterval.plus(pollInterval.dividedBy(20));
		this.intake = intake;
		this.outage = new OutageBackoff(work);
	}

	@Override
	public void run() {
		try {
			while (true) {
				// Read before looking, so that no ring is missed between look and wait.
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
			// Its owner stops, and Redis has kept this thread from noticing.
		}
	}

	/** Says how long to wait for the bell; null is for as long as it takes. */
	private @Nullable Duration lease(int room) {
		try {
			LeaseResult result = this.queue.lease(room);
			if (!result.leases().isEmpty()) {
				this.intake.take(result.leases());
			}
			this.outage.onSuccess();
			return result.paused() ? null : soonerOf(result.nextDue(), SharedSchedule.untilNext(this.betweenLooks));
		}
		catch (Throwable ex) {
			// Also errors: without this thread nothing would be leased any more.
			return this.outage.onFailure(ex);
		}
	}

	private static Duration soonerOf(@Nullable Duration due, Duration poll) {
		return (due != null && due.compareTo(poll) < 0) ? due : poll;
	}

	/**
	 * Ends the wait for the bell, once there is no more room. It also wakes other pollers
	 * of this queue, for one needless look.
	 */
	void wake() {
		this.bell.ring();
	}

	/** What the jobs are leased for. */
	interface Intake {

		/**
		 * Waits until there is room.
		 * @return for how many jobs, or 0 if no more are to be leased
		 */
		int awaitRoom() throws InterruptedException;

		/**
		 * Takes jobs; what it throws is taken for an outage.
		 * @param leases the leases, at least one
		 */
		void take(List<Lease> leases);

	}

}
