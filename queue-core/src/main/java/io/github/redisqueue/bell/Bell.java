package io.github.redisqueue.bell;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Wakes the threads of this JVM that wait for a queue, when leasing from it may succeed.
 * A thread does not miss a ring if it reads the number of rings before it tries to lease:
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
	 * The number of rings so far.
	 * @return the number of rings
	 */
	public synchronized long rings() {
		return this.rings;
	}

	/**
	 * Rings the bell for all waiting threads of this JVM.
	 */
	public synchronized void ring() {
		this.rings++;
		notifyAll();
	}

	/**
	 * Waits until the bell has rung again, or the timeout has elapsed.
	 * @param seen the number of rings that the caller has read before
	 * @param timeout the longest time to wait, or null for no limit
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
