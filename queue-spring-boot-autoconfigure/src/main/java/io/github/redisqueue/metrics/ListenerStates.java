package io.github.redisqueue.metrics;

import java.time.Duration;

/**
 * Tells what listeners know of themselves, without waiting. Thread-safe.
 */
@FunctionalInterface
public interface ListenerStates {

	/**
	 * The state of a listener.
	 * @param queue the name of one of its queues
	 * @param listener the id of the listener
	 * @return how it serves that queue
	 */
	State of(String queue, String listener);

	/**
	 * The state of a listener.
	 *
	 * @param concurrency how many jobs it may handle at the same time, 0 if it is stopped
	 * @param handling how many jobs it handles now
	 * @param paused whether it leases no jobs because it or the queue is paused
	 * @param stalled for how long it has been unable to lease jobs, or to get a thread
	 * for them; zero if it is able to
	 */
	record State(int concurrency, int handling, boolean paused, Duration stalled) {

		/** The state of a listener that is stopped. */
		public static final State STOPPED = new State(0, 0, false, Duration.ZERO);

	}

}
