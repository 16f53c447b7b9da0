package io.github.redisqueue;

import org.springframework.dao.DataAccessException;

/**
 * An audit or a repair of a queue with shards is not complete: some shards could not be
 * reached. What was repaired stands. The cause is the first failure.
 */
public class PartialAuditException extends DataAccessException {

	private static final long serialVersionUID = 1L;

	/** What was found in the other shards. */
	private final AuditReport report;

	/**
	 * Creates an exception.
	 * @param message what has failed
	 * @param cause the failure of a shard
	 * @param report what was found in the other shards
	 */
	public PartialAuditException(String message, Throwable cause, AuditReport report) {
		super(message, cause);
		this.report = report;
	}

	/**
	 * What was found in the shards that have answered.
	 * @return the sum of their reports
	 */
	public AuditReport report() {
		return this.report;
	}

}
