package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.bell.Bell;
import io.github.redisqueue.outage.Outage;
import org.jspecify.annotations.Nullable;

/**
 * Leases jobs for the handlers, as many as there is room for, until the buffer is closed.
 * When there is nothing to lease it waits for the bell, the next due time or the fallback
 * poll.
 */
final class Poller implements Runnable {

	private final WorkQueue queue;

	private final Bell bell;

	private final Duration pollInterval;

	private final Buffer buffer;

	private final Consumer<List<Lease>> intake;

	private final Outage outage;

	Poller(WorkQueue queue, Bell bell, Duration pollInterval, Buffer buffer, Consumer<List<Lease>> intake) {
		this.queue = queue;
		this.bell = bell;
		this.pollInterval = pollInterval;
		this.buffer = buffer;
		this.intake = intake;
		this.outage = new Outage("lease jobs from queue '" + queue.name() + "'");
	}

	@Override
	public void run() {
		try {
			while (true) {
				// Read before looking, so that no ring is missed between look and wait.
				long rings = this.bell.rings();
				int room = this.buffer.awaitRoom();
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
			// The listener stops, and Redis has kept this thread from noticing.
		}
	}

	/** Says how long to wait for the bell; null is for as long as it takes. */
	private @Nullable Duration lease(int room) {
		try {
			LeaseResult result = this.queue.lease(room);
			this.outage.over();
			if (!result.leases().isEmpty()) {
				this.intake.accept(result.leases());
			}
			return result.paused() ? null : soonerOf(result.nextDue(), this.pollInterval);
		}
		catch (Throwable ex) {
			// Also errors: without this thread the listener would be dead.
			return this.outage.failed(ex);
		}
	}

	private static Duration soonerOf(@Nullable Duration due, Duration poll) {
		return (due != null && due.compareTo(poll) < 0) ? due : poll;
	}

	/**
	 * Ends the wait for the bell, once the buffer is closed. It also wakes other pollers
	 * of this queue, for one needless look.
	 */
	void wake() {
		this.bell.ring();
	}

}
