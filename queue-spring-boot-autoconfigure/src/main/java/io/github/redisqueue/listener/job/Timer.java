package io.github.redisqueue.listener.job;

import java.time.Duration;

/**
 * Runs short tasks later. They must not block.
 */
public interface Timer {

	/**
	 * Runs a task once.
	 * @param task the task
	 * @param delay how long to wait before, zero or more
	 * @return cancels the task if it has not begun
	 */
	Runnable schedule(Runnable task, Duration delay);

}
