package io.github.redisqueue;

import java.util.Collection;
import java.util.function.Consumer;

/**
 * The queues that an application uses, by name. Thread-safe.
 */
public interface WorkQueues {

	/**
	 * A queue. It need not exist in Redis: a queue is there as soon as something is in
	 * it.
	 * @param name the name of the queue
	 * @return the queue, the same for each call with this name
	 * @throws IllegalArgumentException if no queue can have this name
	 */
	WorkQueue get(String name);

	/**
	 * The queues that were asked for so far.
	 * @return the queues, a snapshot
	 */
	Collection<WorkQueue> all();

	/**
	 * Tells of each queue once: at once of those that were asked for so far, later of
	 * each further one, on the thread that asks for it.
	 * @param listener what to tell
	 */
	void each(Consumer<WorkQueue> listener);

}
