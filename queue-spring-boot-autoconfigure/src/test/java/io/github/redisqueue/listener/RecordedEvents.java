package io.github.redisqueue.listener;

import java.util.concurrent.atomic.AtomicLong;

import io.github.redisqueue.metrics.QueueEvents;

/**
 * Counts what happens.
 */
public final class RecordedEvents implements QueueEvents {

	final AtomicLong retried = new AtomicLong();

	final AtomicLong buried = new AtomicLong();

	public final AtomicLong lost = new AtomicLong();

	private final AtomicLong reclaimed = new AtomicLong();

	@Override
	public void happened(Kind kind, String queue, long jobs) {
		AtomicLong counter = switch (kind) {
			case RETRIED -> this.retried;
			case BURIED -> this.buried;
			case LOST -> this.lost;
			case RECLAIMED -> this.reclaimed;
		};
		counter.addAndGet(jobs);
	}

}
