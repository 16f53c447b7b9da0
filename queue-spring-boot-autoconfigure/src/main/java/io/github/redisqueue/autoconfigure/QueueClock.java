package io.github.redisqueue.autoconfigure;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Does short work on time, without ever waiting for Redis. Not itself an executor: as a
 * bean it would make Boot withhold the application's own scheduler.
 */
final class QueueClock implements AutoCloseable {

	private final ScheduledThreadPoolExecutor executor;

	QueueClock() {
		CustomizableThreadFactory threads = new CustomizableThreadFactory("queue-clock-");
		threads.setDaemon(true);
		this.executor = new ScheduledThreadPoolExecutor(1, threads);
		this.executor.setRemoveOnCancelPolicy(true);
	}

	ScheduledExecutorService executor() {
		return this.executor;
	}

	@Override
	public void close() {
		this.executor.shutdownNow();
	}

}
