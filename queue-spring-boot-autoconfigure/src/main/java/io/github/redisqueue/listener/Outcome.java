package io.github.redisqueue.listener;

import java.util.Locale;

/**
 * How the handling of a job ends. Each is a value of the tag {@code outcome}. Internal.
 */
public enum Outcome {

	/** The handler has returned, or asked for it. */
	COMPLETE,

	/** The handler failed, and the job is retried after a delay. */
	RETRY,

	/** The handler failed with an exception that is not retried, or once too often. */
	BURY,

	/** The handler is to be called later, whether or not it was called now. */
	POSTPONE,

	/** The job goes back, and nothing is counted. */
	RELEASE,

	/** The handler failed after the lease was lost. */
	LOST,

	/** The batch of the job failed, and its jobs are handled again one by one. */
	REPEAT,

	/** The handler failed, and the job was completed before. */
	DROP;

	private final String tag = name().toLowerCase(Locale.ROOT);

	/**
	 * {@return the value of the tag, the name in lower case}
	 */
	public String tag() {
		return this.tag;
	}

}
