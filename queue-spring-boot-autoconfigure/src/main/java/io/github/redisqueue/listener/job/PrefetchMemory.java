package io.github.redisqueue.listener.job;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The payloads of the jobs that all listeners of the application hold. When they exceed
 * the limit, listeners that hold jobs lease no more. A listener that holds none leases
 * all the same, so each makes progress; a reply brings at most 4 MiB, or a single larger
 * job. Thread-safe.
 */
public final class PrefetchMemory {

	private final long limit;

	private final AtomicLong held = new AtomicLong();

	private final Set<Runnable> waiting = ConcurrentHashMap.newKeySet();

	/** The limit is the total size in bytes. */
	public PrefetchMemory(long limit) {
		this.limit = limit;
	}

	public void add(long bytes) {
		this.held.addAndGet(bytes);
	}

	/** Removes payloads, and tells all listeners if there is memory again. */
	public void remove(long bytes) {
		long before = this.held.getAndAdd(-bytes);
		if (before >= this.limit && before - bytes < this.limit) {
			this.waiting.forEach(Runnable::run);
		}
	}

	public boolean isFull() {
		return this.held.get() >= this.limit;
	}

	/** Calls a listener when there is memory again. */
	public void onRoom(Runnable listener) {
		this.waiting.add(listener);
	}

	public void forget(Runnable listener) {
		this.waiting.remove(listener);
	}

}
