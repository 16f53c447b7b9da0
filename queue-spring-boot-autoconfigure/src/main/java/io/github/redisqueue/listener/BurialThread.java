package io.github.redisqueue.listener;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;

import io.github.redisqueue.thread.DaemonThreads;

/**
 * The thread that calls dead-letter handlers one after the other, and the calls that wait
 * for it. It ends after ten seconds without calls. Thread-safe.
 */
final class BurialThread extends DaemonThreads {

	/** How many calls may wait. */
	static final int MAX_CALLS = 1000;

	/** How large the payloads of the jobs may be together, unless there is only one. */
	static final long MAX_BYTES = 32 * 1024 * 1024;

	private final AtomicLong bytes = new AtomicLong();

	private volatile Runnable onEnd = () -> {
	};

	BurialThread() {
		super(1, new LinkedBlockingQueue<>(MAX_CALLS), named("queue-dead-letter-"));
	}

	/**
	 * Adds a call, which must not throw.
	 * @param size the size of the payload that it keeps in memory
	 * @return false if too many calls wait, or the thread ends
	 */
	boolean add(int size, Runnable call) {
		long before = this.bytes.getAndAdd(size);
		if (before == 0 || before + size <= MAX_BYTES) {
			try {
				execute(() -> {
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
		shutdown();
	}

	@Override
	protected void terminated() {
		this.onEnd.run();
	}

}
