package io.github.redisqueue.listener;

import java.util.List;

/**
 * What runs listeners: the objects that all listeners of an application share. Internal.
 */
public interface ListenerRuns {

	/**
	 * {@return a run that is not started}
	 * @param id the id of the listener
	 * @param name the listener and its queues, at the beginning of a sentence
	 * @param queues its queues, at least one
	 * @param handler its handler
	 * @param concurrency how many jobs it handles at the same time
	 */
	Run prepare(String id, String name, List<ListenerQueue> queues, JobHandler handler, int concurrency);

	/**
	 * A listener no longer belongs to the application.
	 * @param id the id of the listener
	 * @param queue the name of one of its queues
	 */
	void removed(String id, String queue);

	/** One run of a listener, from its start to its stop. */
	interface Run {

		/**
		 * Starts the listener.
		 * @throws InvalidListenerException if the executor rejects tasks, or runs them on
		 * the thread of the caller
		 */
		void start();

		/**
		 * Lets the listener lease no more jobs, or go on.
		 * @param paused whether it is paused
		 */
		void pause(boolean paused);

		/**
		 * Changes how many jobs are handled at the same time.
		 * @param concurrency the number
		 */
		void change(int concurrency);

		/**
		 * {@return what is known of how a queue is served, without waiting for Redis}
		 * @param queue the name of the queue
		 */
		ListenerStatus status(String queue);

		/**
		 * Ends leasing, and releases the jobs whose handlers have not begun. Does not
		 * wait.
		 */
		void beginToStop();

		/**
		 * Waits for running handlers until the shutdown timeout has elapsed, and
		 * interrupts the others. Then settles their jobs.
		 * @throws InterruptedException if the current thread is interrupted
		 */
		void awaitStop() throws InterruptedException;

	}

}
