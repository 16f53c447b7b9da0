package io.github.redisqueue.background;

import java.time.Duration;

/**
 * Runs short tasks later. They must not block.
 */
public interface Timer {

	/** Runs a task once after a delay. Returns what cancels it if it has not begun. */
	Runnable schedule(Runnable task, Duration delay);

	/**
	 * The same at a time, in terms of {@link System#nanoTime()}, that many tasks have.
	 * One that is cancelled keeps its place until then.
	 */
	default Runnable scheduleAt(long time, Runnable task) {
		return schedule(task, Duration.ofNanos(time - System.nanoTime()));
	}

}
