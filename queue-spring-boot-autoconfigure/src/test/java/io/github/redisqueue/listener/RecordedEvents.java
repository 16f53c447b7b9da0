package io.github.redisqueue.listener;

import java.util.concurrent.atomic.AtomicLong;

import io.github.redisqueue.Lease;
import io.github.redisqueue.metrics.QueueEvents;

/**
 * Counts what happens.
 */
final class RecordedEvents implements QueueEvents {

	final AtomicLong retried = new AtomicLong();

	final AtomicLong buried = new AtomicLong();

	final AtomicLong lost = new AtomicLong();

	/** Whether to fail when a handler is called. */
	volatile boolean broken;

	@Override
	public void handling(String listener, Lease lease) {
		if (this.broken) {
			throw new IllegalStateException("broken on purpose");
		}
	}

	@Override
	public void retried(String queue, long jobs) {
		this.retried.addAndGet(jobs);
	}

	@Override
	public void buried(String queue, long jobs) {
		this.buried.addAndGet(jobs);
	}

	@Override
	public void lost(String queue, long jobs) {
		this.lost.addAndGet(jobs);
	}

}
