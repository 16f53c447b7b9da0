package io.github.redisqueue.listener;

import io.github.redisqueue.Lease;
import org.jspecify.annotations.Nullable;

/**
 * A job that this application holds: it waits for a handler, runs, has ended and waits to
 * be settled. At any time before it has ended, its lease may be lost. Its handler is
 * interrupted only between begin and end: what is meant for this job never hits the next
 * one on that thread. Thread-safe.
 */
final class InFlightJob {

	private Lease lease;

	private boolean ended;

	private boolean lost;

	private boolean completed;

	private @Nullable Thread handler;

	InFlightJob(Lease lease) {
		this.lease = lease;
	}

	/** The lease with the latest deadline known. */
	synchronized Lease lease() {
		return this.lease;
	}

	/** A heartbeat was answered. */
	synchronized void extended(Lease lease) {
		this.lease = lease;
	}

	/**
	 * The handler starts, on this thread.
	 * @return false if the lease is lost
	 */
	synchronized boolean begin() {
		if (this.lost) {
			return false;
		}
		this.handler = Thread.currentThread();
		return true;
	}

	/**
	 * The handler starts, on this thread, and the job is completed already: there is no
	 * lease that could be lost.
	 */
	synchronized void beginCompleted() {
		this.completed = true;
		this.handler = Thread.currentThread();
	}

	/**
	 * The work ends, and from now on it is the settlement that tells what became of the
	 * job. Called by the handler's thread, or instead of begin.
	 * @return false if the lease was lost meanwhile
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
	 * The lease is lost; interrupts the handler.
	 * @return whether that is news: false also if the handler has ended, as then the
	 * settlement will tell, and if the job was completed before
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
			this.handler.interrupt();
		}
	}

	synchronized boolean isRunning() {
		return this.handler != null;
	}

	/** Whether no lease keeps it, as it was completed before its handler began. */
	synchronized boolean isCompleted() {
		return this.completed;
	}

	synchronized boolean isLost() {
		return this.lost;
	}

	/** Whether its deadline matters: nobody looks at it any more once it is over. */
	synchronized boolean isExpiring() {
		return !this.lost && !this.ended && !this.completed;
	}

	boolean isExpired() {
		return lease().deadline() - System.nanoTime() <= 0;
	}

	@Override
	public String toString() {
		Lease lease = lease();
		return "job '" + lease.id() + "' of queue '" + lease.queue() + "' (attempt " + lease.attempt() + ")";
	}

}
