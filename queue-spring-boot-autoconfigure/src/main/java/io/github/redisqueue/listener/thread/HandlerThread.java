package io.github.redisqueue.listener.thread;

import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/** What one of the {@link HandlerThreads} does. */
final class HandlerThread implements Runnable {

	private final HandlerThreads threads;

	private final Prefetch prefetch;

	/** The thread that runs this, null until it has begun. */
	private volatile @Nullable Thread thread;

	/**
	 * What is given to the idle thread, and with what it begins once it is woken. Set by
	 * whoever adds the task, under the lock of the threads; taken by the thread itself.
	 */
	volatile @Nullable HandlerTask task;

	private volatile boolean closed;

	/**
	 * Whether the thread ends because there was no work for it, so that it has been taken
	 * off the count of threads already. Used under the lock of the threads.
	 */
	boolean left;

	HandlerThread(HandlerThreads threads, Prefetch prefetch) {
		this.threads = threads;
		this.prefetch = prefetch;
	}

	@Override
	public void run() {
		this.thread = Thread.currentThread();
		if (!this.threads.begin()) {
			return;
		}
		try {
			for (HandlerTask next = this.threads.take(this); next != null; next = this.threads.take(this)) {
				// An interrupt of the idle thread is not meant for the next job.
				Thread.interrupted();
				process(next);
			}
		}
		finally {
			this.threads.end(this);
		}
	}

	private void process(HandlerTask next) {
		long begin;
		boolean goesOn;
		try {
			begin = this.prefetch.now();
			goesOn = next.run();
		}
		catch (Throwable ex) {
			// Thrown not by the handler, but by the retry policy, an observer or the JVM.
			next.abandon(ex);
			return;
		}
		if (goesOn) {
			this.threads.detached();
			next.whenFinished(() -> {
				handled(begin);
				this.threads.workEnded();
			});
		}
		else if (next.hasBegun()) {
			handled(begin);
		}
	}

	/** Also called by the thread on which the asynchronous work of a job ends. */
	private void handled(long begin) {
		this.threads.guarded(() -> this.prefetch.handled(this.prefetch.now() - begin));
	}

	/** Waits on the thread until it gets a task. Returns null if it has to end. */
	@Nullable HandlerTask await() {
		long end = System.nanoTime() + this.threads.keepAlive.toNanos();
		while (true) {
			HandlerTask given = this.task;
			if (given != null) {
				this.task = null;
				return given;
			}
			long remaining = end - System.nanoTime();
			if (this.closed || (remaining <= 0 && this.threads.leave(this))) {
				return null;
			}
			LockSupport.parkNanos(this, Math.max(1, remaining));
			// An interrupt would let each further wait end at once.
			Thread.interrupted();
		}
	}

	void wake() {
		LockSupport.unpark(this.thread);
	}

	/** Ends the idle thread. */
	void close() {
		this.closed = true;
		wake();
	}

}
