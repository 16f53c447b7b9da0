package io.github.redisqueue;

import java.util.Collection;
import java.util.function.Consumer;

/**
 * The queues that an application uses, by name. Thread-safe.
 */
public interface WorkQueues {

	/**
	 * {@return a queue, as senders and operators use it, the same for each call with this
	 * name} The queue need not exist in Redis, which creates its keys when the first job
	 * is added.
	 * @param name the name of the queue
	 * @throws IllegalArgumentException if the name is not allowed for a queue
	 */
	WorkQueue get(String name);

	/**
	 * {@return a queue, as workers use it, the same for each call with this name}
	 * @param name the name of the queue
	 * @throws IllegalArgumentException if the name is not allowed for a queue
	 */
	WorkerQueue forWorker(String name);

	/**
	 * {@return the queues that the application has asked for so far, a snapshot}
	 */
	Collection<WorkQueue> all();

	/**
	 * Calls a listener once for each queue: now for the queues that the application has
	 * asked for so far, later for each further one, on the thread that asks for it.
	 * @param listener the listener; it must not block
	 */
	void onQueue(Consumer<WorkQueue> listener);

	/**
	 * Forgets a queue that the application no longer uses, as that of a tenant who has
	 * left: this instance removes its meters, and neither cleans the queue any more nor
	 * plans its schedules. What is in Redis stays there. If the application asks for the
	 * queue again, it uses it again.
	 * @param name the name of the queue
	 * @throws IllegalStateException if the application has a listener for the queue, or
	 * declares a schedule for it
	 */
	void forget(String name);

	/**
	 * Calls a listener with each queue that is forgotten from now on, on the thread that
	 * forgets it.
	 * @param listener the listener; it must not block
	 */
	void onForget(Consumer<WorkQueue> listener);

}
