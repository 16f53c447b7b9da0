package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import io.github.redisqueue.AuditReport;
import io.github.redisqueue.AuditRule;
import io.github.redisqueue.PartialAuditException;
import io.github.redisqueue.algorithm.queue.WaitingQueue;

/**
 * Audits the shards of a queue. Thread-safe.
 *
 * @param shards the shards
 */
record ShardedAudit(Shards shards) {

	/**
	 * Audits all shards, even if one fails.
	 * @param limit after which time to go on with none, but for one call each
	 * @param audit audits one shard, as long as it has time
	 * @return the sum of the reports
	 * @throws PartialAuditException if some shards were audited and others not
	 */
	AuditReport run(Duration limit, BiFunction<WaitingQueue, Duration, AuditReport> audit) {
		long begin = System.nanoTime();
		List<AuditReport> reports = new ArrayList<>();
		try {
			this.shards
				.each((shard) -> add(reports, () -> audit.apply(shard, limit.minusNanos(System.nanoTime() - begin))));
		}
		catch (RuntimeException ex) {
			if (reports.isEmpty()) {
				throw ex;
			}
			boolean haveAnswered = ex instanceof PartialAuditException && reports.size() == this.shards.count();
			String message = haveAnswered ? String.valueOf(ex.getMessage())
					: "The audit of queue '" + this.shards.any().name() + "' is not complete: " + reports.size()
							+ " of " + this.shards.count() + " shards have answered";
			Throwable cause = (ex instanceof PartialAuditException && (haveAnswered || ex.getCause() != null))
					? ex.getCause() : ex;
			throw new PartialAuditException(message, cause, sum(reports));
		}
		return sum(reports);
	}

	/**
	 * A shard that was repaired, but not cleaned, or that had no time, counts as well.
	 */
	private static void add(List<AuditReport> reports, Supplier<AuditReport> audit) {
		try {
			reports.add(audit.get());
		}
		catch (PartialAuditException ex) {
			reports.add(ex.report());
			throw ex;
		}
	}

	/**
	 * A shard whose time was over may not have begun with a rule that others have
	 * checked.
	 */
	private static AuditReport sum(List<AuditReport> reports) {
		AuditReport sum = reports.stream().reduce(AuditReport.NOTHING, AuditReport::plus);
		Set<AuditRule> onlyInSome = new HashSet<>(sum.checked());
		onlyInSome.removeIf((rule) -> reports.stream().allMatch((report) -> report.checked().contains(rule)));
		return sum.plus(new AuditReport(List.of(), Map.of(), Set.of(), onlyInSome, 0, 0));
	}

}
