package io.github.redisqueue;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * An audit or a repair is not complete: some shards of a queue could not be reached, the
 * cleaning behind a repair has failed, or the time was over. What was repaired stays
 * repaired. The cause is the first failure.
 */
public class PartialAuditException extends DataAccessException {

	private static final long serialVersionUID = 1L;

	private final AuditReport report;

	/**
	 * Creates an exception.
	 * @param message what has failed
	 * @param cause the failure of a shard or of a cleaning, or null if the time was over
	 * @param report what was found nevertheless
	 */
	public PartialAuditException(String message, @Nullable Throwable cause, AuditReport report) {
		super(message, cause);
		this.report = report;
	}

	/**
	 * {@return the sum of the reports of the shards that have answered}
	 */
	public AuditReport report() {
		return this.report;
	}

}
