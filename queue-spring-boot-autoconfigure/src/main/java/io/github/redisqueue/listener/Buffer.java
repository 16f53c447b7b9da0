package io.github.redisqueue.listener;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * Holds the jobs that the poller has leased until a handler takes them. Tells the poller
 * how many more jobs to lease, and when a round trip is worth it. Thread-safe.
 */
final class Buffer {

	/** No single call to Redis leases more jobs. */
	private static final int MAX_LEASES = 500;

	private final int concurrency;

	private final Prefetch prefetch;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition jobAdded = this.lock.newCondition();

	private final Condition roomGrown = this.lock.newCondition();

	private final ArrayDeque<InFlightJob> jobs = new ArrayDeque<>();

	private int idleHandlers;

	private boolean closed;

	Buffer(int concurrency, Prefetch prefetch) {
		this.concurrency = concurrency;
		this.prefetch = prefetch;
	}

	/**
	 * Waits until the poller should lease jobs: a handler is idle and the buffer empty,
	 * or at least half of the capacity is free. Leasing a job for each free place would
	 * need one round trip per job.
	 * @return how many jobs to lease, or 0 if the buffer is closed
	 */
	int awaitRoom() {
		this.lock.lock();
		try {
			while (!this.closed && !isRoundTripWorthIt()) {
				this.roomGrown.awaitUninterruptibly();
			}
			return this.closed ? 0 : Math.min(room(), MAX_LEASES);
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean isRoundTripWorthIt() {
		boolean starving = this.jobs.isEmpty() && this.idleHandlers > 0;
		return starving || 2 * room() >= this.concurrency + this.prefetch.size();
	}

	private int room() {
		return this.idleHandlers + this.prefetch.size() - this.jobs.size();
	}

	/**
	 * Adds jobs for the handlers.
	 * @param leased the jobs, in the order in which handlers take them
	 * @return false if the buffer is closed and has not taken the jobs
	 */
	boolean add(List<InFlightJob> leased) {
		this.lock.lock();
		try {
			if (!this.closed) {
				this.jobs.addAll(leased);
				this.jobAdded.signalAll();
			}
			return !this.closed;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Waits for the next job and removes it.
	 * @return the job, or null if the buffer is closed
	 */
	@Nullable InFlightJob take() {
		this.lock.lock();
		try {
			if (this.jobs.isEmpty()) {
				this.idleHandlers++;
				signalPoller();
				while (this.jobs.isEmpty() && !this.closed) {
					this.jobAdded.awaitUninterruptibly();
				}
				this.idleHandlers--;
			}
			InFlightJob job = this.jobs.poll();
			signalPoller();
			return job;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void signalPoller() {
		if (isRoundTripWorthIt()) {
			this.roomGrown.signal();
		}
	}

	/**
	 * Closes the buffer: the poller and idle handlers stop waiting, and no handler gets
	 * another job.
	 * @return the jobs that no handler has taken
	 */
	List<InFlightJob> close() {
		this.lock.lock();
		try {
			this.closed = true;
			this.jobAdded.signalAll();
			this.roomGrown.signalAll();
			List<InFlightJob> remaining = List.copyOf(this.jobs);
			this.jobs.clear();
			return remaining;
		}
		finally {
			this.lock.unlock();
		}
	}

}
