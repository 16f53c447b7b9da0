package io.github.redisqueue.listener;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;

import io.github.redisqueue.thread.DaemonThreads;

/**
 * The thread that calls dead-letter handlers one after the other, and the calls that wait
 * for it. It ends after ten seconds without calls. Thread-safe.
 */
final class BurialThread {

	/** How many calls may wait. */
	static final int MAX_CALLS = 1000;

	/** How large the payloads of the jobs may be together, unless there is only one. */
	static final long MAX_BYTES = 32 * 1024 * 1024;

	private final AtomicLong bytes = new AtomicLong();

	private volatile Runnable onEnd = () -> {
	};

	private final ThreadPoolExecutor thread = new Calls();

	/**
	 * Adds a call.
	 * @param size the size of the payload that it keeps in memory
	 * @param call the call, which must not throw
	 * @return false if too many calls wait, or the thread ends
	 */
	boolean submit(int size, Runnable call) {
		long before = this.bytes.getAndAdd(size);
		if (before == 0 || before + size <= MAX_BYTES) {
			try {
				this.thread.execute(() -> {
					try {
						call.run();
					}
					finally {
						this.bytes.addAndGet(-size);
					}
				});
				return true;
			}
			catch (RejectedExecutionException ex) {
				// There is no place left.
			}
		}
		this.bytes.addAndGet(-size);
		return false;
	}

	/** Takes no more calls, and tells when those that wait have been made. */
	void end(Runnable callback) {
		this.onEnd = callback;
		this.thread.shutdown();
	}

	/**
	 * Drops the calls that wait, and interrupts the one that runs.
	 * @return how many calls were dropped
	 */
	int cancel() {
		return this.thread.shutdownNow().size();
	}

	private final class Calls extends DaemonThreads {

		Calls() {
			super(1, new LinkedBlockingQueue<>(MAX_CALLS), named("queue-dead-letter-"));
		}

		@Override
		protected void terminated() {
			BurialThread.this.onEnd.run();
		}

	}

}
