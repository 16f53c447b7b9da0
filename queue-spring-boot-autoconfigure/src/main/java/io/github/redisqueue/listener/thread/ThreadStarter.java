package io.github.redisqueue.listener.thread;

/**
 * Starts threads, on a thread of the application that may run its code.
 */
interface ThreadStarter {

	/**
	 * Starts a thread soon.
	 * @param work what the thread does
	 * @param onRejected called if the executor refuses
	 */
	void start(Runnable work, Runnable onRejected);

	/** Starts a thread after a pause. */
	void startLater(Runnable work, Runnable onRejected);

	/** Runs a short task after a pause. */
	void later(Runnable task);

}
