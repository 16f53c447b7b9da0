package io.github.redisqueue;

import org.springframework.dao.DataAccessException;

/**
 * A cleaning has cleaned some shards of a queue, and failed on others. Later cleanings
 * clean those. The cause is the failure of the first shard.
 */
public class PartialCleaningException extends DataAccessException {

	private static final long serialVersionUID = 1L;

	private final CleanReport report;

	/**
	 * Creates an exception.
	 * @param message what has failed
	 * @param cause the failure of a shard
	 * @param report the numbers of the shards that were cleaned
	 */
	public PartialCleaningException(String message, Throwable cause, CleanReport report) {
		super(message, cause);
		this.report = report;
	}

	/**
	 * What was done on the shards that were cleaned.
	 * @return the sums of their numbers
	 */
	public CleanReport report() {
		return this.report;
	}

}
