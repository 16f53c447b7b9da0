package io.github.redisqueue;

import org.springframework.dao.DataAccessException;

/**
 * A cleaning of a queue with shards is not complete: some shards could not be cleaned, or
 * dead letters beyond the maximum could not be removed. What was done remains, and a
 * later cleaning does the rest. The cause is the first failure.
 */
public class PartialCleaningException extends DataAccessException {

	private static final long serialVersionUID = 1L;

	/** What the other shards have done. */
	private final CleanReport report;

	/**
	 * Creates an exception.
	 * @param message what has failed
	 * @param cause the failure of a shard
	 * @param report what was done
	 */
	public PartialCleaningException(String message, Throwable cause, CleanReport report) {
		super(message, cause);
		this.report = report;
	}

	/**
	 * What was done.
	 * @return the sums over the shards that were cleaned
	 */
	public CleanReport report() {
		return this.report;
	}

}
