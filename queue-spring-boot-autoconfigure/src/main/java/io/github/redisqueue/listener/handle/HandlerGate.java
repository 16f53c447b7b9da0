package io.github.redisqueue.listener.handle;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * Lets a handler run alone in the application, so that a crash of the JVM can be blamed
 * on its job. Handlers of all listeners pass the gate before they begin. A handler that
 * is to run alone closes the gate, and waits until those that run have ended.
 * Thread-safe.
 */
public final class HandlerGate {

	/** How long a handler waits to be alone, and how long it remains alone. */
	public static final Duration PATIENCE = Duration.ofSeconds(10);

	final Duration patience;

	/** How many handlers have passed and not left. */
	private final AtomicInteger running = new AtomicInteger();

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	/** Whether a handler is alone or waits for that. Written under the lock. */
	private volatile boolean closed;

	public HandlerGate(Duration patience) {
		this.patience = patience;
	}

	/** Passes the gate beside others. Waits while it is closed. */
	void pass() {
		this.running.incrementAndGet();
		while (this.closed) {
			leave();
			awaitOpen();
			this.running.incrementAndGet();
		}
	}

	/** A handler that has passed has ended. */
	void leave() {
		if (this.running.decrementAndGet() == 0 && this.closed) {
			signal();
		}
	}

	private void awaitOpen() {
		this.lock.lock();
		try {
			while (this.closed) {
				this.changed.awaitUninterruptibly();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Passes the gate, alone if the others end soon enough, else beside them.
	 * @return the permit, which takes the place of {@link #pass()} and {@link #leave()};
	 * null if another handler is alone or waits for that
	 */
	@Nullable Permit passAlone() {
		this.lock.lock();
		try {
			if (this.closed) {
				return null;
			}
			this.closed = true;
			if (awaitEnds()) {
				return new Permit(true);
			}
			open();
		}
		finally {
			this.lock.unlock();
		}
		pass();
		return new Permit(false);
	}

	/**
	 * Waits under the lock until no handler runs, but not for too long. An interrupt,
	 * which is not meant for this, does not end it.
	 */
	private boolean awaitEnds() {
		long end = System.nanoTime() + this.patience.toNanos();
		boolean interrupted = false;
		boolean ended = this.running.get() == 0;
		while (!ended && end - System.nanoTime() > 0) {
			try {
				this.changed.awaitNanos(end - System.nanoTime());
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
			ended = this.running.get() == 0;
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
		return ended;
	}

	private void open() {
		this.closed = false;
		signal();
	}

	private void signal() {
		this.lock.lock();
		try {
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * The permit of a handler that wanted to be alone.
	 */
	final class Permit {

		private boolean alone;

		private Permit(boolean alone) {
			this.alone = alone;
		}

		/** Whether others have to wait for this handler. */
		synchronized boolean isAlone() {
			return this.alone;
		}

		/** Lets others pass while the handler goes on. Does nothing after its end. */
		synchronized void letOthersPass() {
			if (this.alone) {
				this.alone = false;
				HandlerGate.this.running.incrementAndGet();
				open();
			}
		}

		/** The handler has ended. */
		synchronized void leave() {
			if (this.alone) {
				this.alone = false;
				open();
			}
			else {
				HandlerGate.this.leave();
			}
		}

	}

}
