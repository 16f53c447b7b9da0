package io.github.redisqueue.bell;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Tells local waiters that leasing from a queue may succeed. Nothing is lost between
 * looking and waiting if the number of rings is read before looking:
 *
 * <pre>
 * long seen = bell.rings();
 * if (nothingToLease()) {
 *     bell.await(seen, timeout);
 * }
 * </pre>
 *
 * Thread-safe.
 */
public final class Bell {

	private long rings;

	Bell() {
	}

	/**
	 * How often it rang so far.
	 * @return the number of rings
	 */
	public synchronized long rings() {
		return this.rings;
	}

	/**
	 * Rings it for the waiters in this JVM.
	 */
	public synchronized void ring() {
		this.rings++;
		notifyAll();
	}

	/**
	 * Waits until it has rung since.
	 * @param seen the number of rings that the caller knows of
	 * @param timeout how long to wait at most, or null for as long as it takes
	 * @throws InterruptedException if the thread is interrupted
	 */
	public synchronized void await(long seen, @Nullable Duration timeout) throws InterruptedException {
		long end = (timeout != null) ? System.nanoTime() + timeout.toNanos() : 0;
		while (this.rings == seen) {
			if (timeout == null) {
				wait();
				continue;
			}
			long left = end - System.nanoTime();
			if (left <= 0) {
				return;
			}
			wait(left / 1_000_000, (int) (left % 1_000_000));
		}
	}

}
