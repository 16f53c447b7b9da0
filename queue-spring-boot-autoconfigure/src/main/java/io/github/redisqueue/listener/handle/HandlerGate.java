package io.github.redisqueue.listener.handle;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

/**
 * Lets a handler run alone in the application, so that a crash of the JVM can be blamed
 * on its job. Handlers of all listeners pass the gate before they begin. A handler that
 * is to run alone closes the gate, and waits until those that run have ended. Who passes
 * may leave on another thread: a job goes on when its handler has returned. Thread-safe.
 */
public final class HandlerGate {

	/** How long a handler waits to be alone, and how long it remains alone. */
	public static final Duration PATIENCE = Duration.ofSeconds(10);

	/** What a handler takes to be alone, so that nothing is left for others. */
	private static final int ALL = Integer.MAX_VALUE;

	final Duration patience;

	/**
	 * Each handler takes one while it runs. They are given in the order in which they are
	 * asked for, so that who waits for all of them lets nobody begin who comes later.
	 */
	private final Semaphore permits = new Semaphore(ALL, true);

	/** Whether a handler is alone or waits for that: there is one at a time. */
	private final AtomicBoolean closed = new AtomicBoolean();

	public HandlerGate(Duration patience) {
		this.patience = patience;
	}

	/** Passes the gate beside others. Waits while it is closed. */
	void pass() {
		this.permits.acquireUninterruptibly();
	}

	/** A handler that has passed has ended. */
	void leave() {
		this.permits.release();
	}

	/**
	 * Passes the gate, alone if the others end soon enough, else beside them.
	 * @return the permit, which takes the place of {@link #pass()} and {@link #leave()};
	 * null if another handler is alone or waits for that
	 */
	@Nullable Permit passAlone() {
		if (!this.closed.compareAndSet(false, true)) {
			return null;
		}
		boolean alone = awaitEnds();
		if (!alone) {
			this.closed.set(false);
			pass();
		}
		return new Permit(alone);
	}

	/**
	 * Waits until no handler runs, but not for too long. An interrupt, which is not meant
	 * for this, does not end it.
	 */
	private boolean awaitEnds() {
		long end = System.nanoTime() + this.patience.toNanos();
		boolean interrupted = false;
		try {
			while (true) {
				try {
					return this.permits.tryAcquire(ALL, end - System.nanoTime(), TimeUnit.NANOSECONDS);
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
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
				open(ALL - 1);
			}
		}

		/** The handler has ended. */
		synchronized void leave() {
			if (this.alone) {
				open(ALL);
			}
			else {
				HandlerGate.this.leave();
			}
		}

		private void open(int given) {
			this.alone = false;
			HandlerGate.this.closed.set(false);
			HandlerGate.this.permits.release(given);
		}

	}

}
