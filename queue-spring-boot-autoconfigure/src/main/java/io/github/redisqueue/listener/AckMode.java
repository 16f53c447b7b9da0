package io.github.redisqueue.listener;

/**
 * When a job is completed: after or before the handler is called, or by the handler.
 */
public enum AckMode {

	/**
	 * The listener completes a job after the handler has returned: the job is handled at
	 * least once. If the handler fails, the job is retried. If the worker crashes or
	 * loses its connection, the job becomes ready again after its lease has expired.
	 */
	AFTER,

	/**
	 * The listener completes a job before it calls the handler, and calls the handler
	 * only if Redis has confirmed that: the job is handled at most once. If the handler
	 * fails, the job is neither retried nor kept as a dead letter. The lease time does
	 * not limit the handler.
	 */
	BEFORE,

	/**
	 * The handler settles a job itself, with its {@link Acknowledgement}, also after it
	 * has returned and from other threads: the job is handled at least once. An exception
	 * before that is a failure, as in the mode {@link #AFTER}.
	 */
	MANUAL

}
