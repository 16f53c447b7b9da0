package io.github.redisqueue.listener;

/**
 * When a listener completes a job: after or before it calls the handler.
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
	BEFORE

}
