package io.github.redisqueue.shard;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import io.github.redisqueue.AuditReport;
import io.github.redisqueue.PartialAuditException;
import io.github.redisqueue.WorkerQueue;

/**
 * Audits the shards of a queue. Thread-safe.
 *
 * @param shards the shards
 */
record ShardedAudit(Shards shards) {

	/**
	 * Audits all shards, even if one fails.
	 * @param audit audits one shard
	 * @return the sum of the reports
	 * @throws PartialAuditException if some shards were audited and others not
	 */
	AuditReport run(Function<WorkerQueue, AuditReport> audit) {
		List<AuditReport> reports = new ArrayList<>();
		try {
			this.shards.each((shard) -> add(reports, shard, audit));
		}
		catch (RuntimeException ex) {
			if (reports.isEmpty()) {
				throw ex;
			}
			boolean isCleaning = ex instanceof PartialAuditException && reports.size() == this.shards.count();
			String message = isCleaning ? String.valueOf(ex.getMessage())
					: "The audit of queue '" + this.shards.any().name() + "' is not complete: " + reports.size()
							+ " of " + this.shards.count() + " shards have answered";
			Throwable cause = (ex instanceof PartialAuditException && ex.getCause() != null) ? ex.getCause() : ex;
			throw new PartialAuditException(message, cause, sum(reports));
		}
		return sum(reports);
	}

	/** A shard that was repaired, but not cleaned, counts as well. */
	private static void add(List<AuditReport> reports, WorkerQueue shard, Function<WorkerQueue, AuditReport> audit) {
		try {
			reports.add(audit.apply(shard));
		}
		catch (PartialAuditException ex) {
			reports.add(ex.report());
			throw ex;
		}
	}

	private static AuditReport sum(List<AuditReport> reports) {
		return reports.stream().reduce(AuditReport.NOTHING, AuditReport::plus);
	}

}
