package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Lets the concurrency of a listener follow its backlog, within a range. While jobs wait
 * and all threads are busy, the concurrency grows by half each second; while threads are
 * idle, it shrinks by one each second. Thread-safe.
 */
final class AdaptiveConcurrency {

	static final Duration STEP = Duration.ofSeconds(1);

	private final HandlerThreads threads;

	private final BooleanSupplier backlog;

	private final Timer timer;

	private Concurrency range;

	private int present;

	private Runnable next = () -> {
	};

	private boolean closed;

	/**
	 * Creates an instance, which begins with the smallest concurrency of the range.
	 * @param threads whose concurrency to change
	 * @param backlog whether there are jobs that wait for room
	 * @param timer calls for the steps
	 * @param range the range
	 */
	AdaptiveConcurrency(HandlerThreads threads, BooleanSupplier backlog, Timer timer, Concurrency range) {
		this.threads = threads;
		this.backlog = backlog;
		this.timer = timer;
		this.range = range;
		this.present = range.min();
	}

	synchronized void start() {
		schedule();
	}

	/** Changes the range. */
	synchronized void change(Concurrency other) {
		this.range = other;
		this.next.run();
		set(Math.max(other.min(), Math.min(other.max(), this.present)));
		schedule();
	}

	private void schedule() {
		if (this.range.isRange() && !this.closed) {
			this.next = this.timer.schedule(this::step, STEP);
		}
	}

	private synchronized void step() {
		if (this.closed) {
			return;
		}
		try {
			if (!this.threads.isFull()) {
				set(Math.max(this.range.min(), this.present - 1));
			}
			else if (this.backlog.getAsBoolean()) {
				set(Math.min(this.range.max(), this.present + Math.max(1, this.present / 2)));
			}
		}
		finally {
			schedule();
		}
	}

	private void set(int number) {
		if (number != this.present) {
			this.present = number;
			this.threads.change(number);
		}
	}

	/** How many jobs may be handled at the same time now. */
	synchronized int present() {
		return this.present;
	}

	synchronized void close() {
		this.closed = true;
		this.next.run();
	}

}
