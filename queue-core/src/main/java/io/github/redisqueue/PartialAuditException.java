package io.github.redisqueue;

import org.springframework.dao.DataAccessException;

/**
 * An audit or a repair is not complete: some shards of a queue could not be reached, or
 * the cleaning behind a repair has failed. What was repaired stands. The cause is the
 * first failure.
 */
public class PartialAuditException extends DataAccessException {

	private static final long serialVersionUID = 1L;

	/** What was found nevertheless. */
	private final AuditReport report;

	/**
	 * Creates an exception.
	 * @param message what has failed
	 * @param cause the failure of a shard or of a cleaning
	 * @param report what was found nevertheless
	 */
	public PartialAuditException(String message, Throwable cause, AuditReport report) {
		super(message, cause);
		this.report = report;
	}

	/**
	 * What was found nevertheless.
	 * @return the sum of the reports of the shards that have answered
	 */
	public AuditReport report() {
		return this.report;
	}

}
