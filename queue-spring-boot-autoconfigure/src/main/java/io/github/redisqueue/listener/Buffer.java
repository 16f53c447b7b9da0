package io.github.redisqueue.listener;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * Jobs on their way from the poller to the handlers. It tells the poller how many more to
 * lease, and when that is worth a trip. Thread-safe.
 */
final class Buffer {

	/** No trip to Redis brings more. */
	private static final int MAX_LEASES = 500;

	private final int concurrency;

	private final Prefetch prefetch;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition filled = this.lock.newCondition();

	private final Condition drained = this.lock.newCondition();

	private final ArrayDeque<InFlightJob> jobs = new ArrayDeque<>();

	private int idleHandlers;

	private boolean closed;

	Buffer(int concurrency, Prefetch prefetch) {
		this.concurrency = concurrency;
		this.prefetch = prefetch;
	}

	/**
	 * Waits until it is time to lease: a handler has nothing to do, or at least half of
	 * all there may be is missing. Single jobs would cost as many trips.
	 * @return how many to lease, or 0 if the buffer is closed
	 */
	int awaitRoom() {
		this.lock.lock();
		try {
			while (!this.closed && !isWorthATrip()) {
				this.drained.awaitUninterruptibly();
			}
			return this.closed ? 0 : Math.min(room(), MAX_LEASES);
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean isWorthATrip() {
		boolean hungry = this.jobs.isEmpty() && this.idleHandlers > 0;
		return hungry || 2 * room() >= this.concurrency + this.prefetch.size();
	}

	private int room() {
		return this.idleHandlers + this.prefetch.size() - this.jobs.size();
	}

	/**
	 * Hands jobs to the handlers.
	 * @param leased the jobs, in the order in which they are to be handled
	 * @return false if the buffer is closed, and the jobs are still the caller's
	 */
	boolean add(List<InFlightJob> leased) {
		this.lock.lock();
		try {
			if (!this.closed) {
				this.jobs.addAll(leased);
				this.filled.signalAll();
			}
			return !this.closed;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Waits for the next job.
	 * @return a job to handle, or null if the buffer is closed
	 */
	@Nullable InFlightJob take() {
		this.lock.lock();
		try {
			if (this.jobs.isEmpty()) {
				this.idleHandlers++;
				tellPoller();
				while (this.jobs.isEmpty() && !this.closed) {
					this.filled.awaitUninterruptibly();
				}
				this.idleHandlers--;
			}
			InFlightJob job = this.jobs.poll();
			tellPoller();
			return job;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void tellPoller() {
		if (isWorthATrip()) {
			this.drained.signal();
		}
	}

	/**
	 * Ends the waiting of all: nothing is handed out any more.
	 * @return what no handler has taken
	 */
	List<InFlightJob> close() {
		this.lock.lock();
		try {
			this.closed = true;
			this.filled.signalAll();
			this.drained.signalAll();
			List<InFlightJob> rest = List.copyOf(this.jobs);
			this.jobs.clear();
			return rest;
		}
		finally {
			this.lock.unlock();
		}
	}

}
