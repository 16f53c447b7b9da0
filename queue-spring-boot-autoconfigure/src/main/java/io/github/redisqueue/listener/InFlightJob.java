package io.github.redisqueue.listener;

import io.github.redisqueue.Lease;
import io.github.redisqueue.LogText;
import org.jspecify.annotations.Nullable;

/**
 * A job that a listener or forwarder has leased and not yet settled. The job waits for a
 * handler, runs, ends, and waits for its settlement. Until it has ended, its lease can be
 * lost. An interrupt reaches the handler only between begin and end, and therefore never
 * the next job on the same thread. Thread-safe.
 */
final class InFlightJob {

	private final int shard;

	private Lease lease;

	private boolean ended;

	private boolean lost;

	private boolean completed;

	private boolean interrupted;

	private boolean removed;

	private @Nullable Runnable whenRemoved;

	private @Nullable Thread handler;

	InFlightJob(int shard, Lease lease) {
		this.shard = shard;
		this.lease = lease;
	}

	/** The number of the shard that the job is in. */
	int shard() {
		return this.shard;
	}

	/** The lease with the latest known deadline. */
	synchronized Lease lease() {
		return this.lease;
	}

	/** Sets the extended lease. */
	synchronized void extend(Lease lease) {
		this.lease = lease;
	}

	/**
	 * Begins to run the handler on the current thread.
	 * @return false if the lease was lost, and the handler must not run
	 */
	synchronized boolean begin() {
		if (this.lost) {
			return false;
		}
		this.handler = Thread.currentThread();
		return true;
	}

	/**
	 * From now on the job has no lease that could be lost, because it is being completed
	 * before its handler begins.
	 * @return false if the lease was lost before, and the job must not be completed
	 */
	synchronized boolean completing() {
		this.completed = !this.lost;
		return this.completed;
	}

	/**
	 * Ends the job: from now on only its settlement shows whether the lease was lost.
	 * Called by the thread of the handler, or by another thread if the handler has not
	 * begun and must not begin.
	 * @return false if the lease was lost before
	 */
	synchronized boolean end() {
		if (this.handler != null) {
			this.handler = null;
			Thread.interrupted();
		}
		this.ended = true;
		return !this.lost;
	}

	/**
	 * Records that the lease was lost, and interrupts the handler.
	 * @return false if there is nothing to record: the loss is known, the job has ended,
	 * or the job was completed before its handler began
	 */
	synchronized boolean markLost() {
		if (this.lost || this.ended || this.completed) {
			return false;
		}
		this.lost = true;
		interrupt();
		return true;
	}

	synchronized void interrupt() {
		if (this.handler != null) {
			this.interrupted = true;
			this.handler.interrupt();
		}
	}

	/**
	 * Runs something when the job is no longer in flight: it was settled, or given up.
	 * Must not block.
	 */
	void whenRemoved(Runnable action) {
		synchronized (this) {
			if (!this.removed) {
				this.whenRemoved = action;
				return;
			}
		}
		action.run();
	}

	/** The job is no longer in flight. */
	void removed() {
		Runnable action;
		synchronized (this) {
			this.removed = true;
			action = this.whenRemoved;
			this.whenRemoved = null;
		}
		if (action != null) {
			action.run();
		}
	}

	/** Whether the listener has interrupted the handler. */
	synchronized boolean wasInterrupted() {
		return this.interrupted;
	}

	synchronized boolean isRunning() {
		return this.handler != null;
	}

	/** Whether the job was completed before its handler began. */
	synchronized boolean isCompleted() {
		return this.completed;
	}

	/** Whether only the settlement of the job shows whether its lease was lost. */
	synchronized boolean hasEnded() {
		return this.ended;
	}

	synchronized boolean isLost() {
		return this.lost;
	}

	/** Whether the job still depends on its lease. */
	synchronized boolean isExpiring() {
		return !this.lost && !this.ended && !this.completed;
	}

	/** Whether the deadline of the lease has passed by the clock of this machine. */
	boolean isExpired() {
		return lease().deadline() - System.nanoTime() <= 0;
	}

	@Override
	public String toString() {
		Lease lease = lease();
		return "Job '" + LogText.shortened(lease.id()) + "' of queue '" + lease.queue() + "' (attempt "
				+ lease.attempt() + ")";
	}

}
