package io.github.redisqueue.listener.job;

import java.time.Duration;

/**
 * Runs short tasks later. They must not block.
 */
public interface Timer {

	/** Runs a task once after a delay. Returns what cancels it if it has not begun. */
	Runnable schedule(Runnable task, Duration delay);

}
