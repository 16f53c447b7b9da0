package io.github.redisqueue.listener;

/**
 * When a listener completes a job.
 */
public enum AckMode {

	/**
	 * After its handler has returned: the job is handled at least once. It is retried if
	 * the handler fails, and comes back if the worker vanishes.
	 */
	AFTER,

	/**
	 * Before its handler begins, which it does only if this completed the job: the job is
	 * handled at most once. Whatever happens then, it is gone: nothing is retried, no
	 * dead letter is kept, and its handling is not bound by the lease time.
	 */
	BEFORE

}
