package io.github.redisqueue.listener.thread;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The place of a handler thread among the idle ones.
 */
final class HandlerSeat {

	/** The thread that sits here. */
	final Thread thread;

	/** The task that was given to the thread. */
	volatile @Nullable HandlerTask task;

	volatile boolean closed;

	/** Whether the thread ends because there was no work for it. */
	boolean left;

	HandlerSeat(Thread thread) {
		this.thread = thread;
	}

	/**
	 * Waits on the thread until it gets a task.
	 * @param keepAlive how long to wait before leaving
	 * @param leave leaves the idle threads, unless a task has been given to this one
	 * @return the task, or null if the thread has to end
	 */
	@Nullable HandlerTask await(Duration keepAlive, BooleanSupplier leave) {
		long end = System.nanoTime() + keepAlive.toNanos();
		while (true) {
			HandlerTask given = this.task;
			if (given != null) {
				this.task = null;
				return given;
			}
			long remaining = end - System.nanoTime();
			if (this.closed || (remaining <= 0 && leave.getAsBoolean())) {
				return null;
			}
			LockSupport.parkNanos(this, Math.max(1, remaining));
			// An interrupt would let each further wait end at once.
			Thread.interrupted();
		}
	}

}
