package io.github.redisqueue.listener;

/**
 * What becomes of a job from the moment on that a handler is free for it. Thread-safe.
 */
interface JobProcessor {

	/**
	 * Lives it, to the end.
	 * @param job a job that was leased
	 */
	void process(InFlightJob job);

}
