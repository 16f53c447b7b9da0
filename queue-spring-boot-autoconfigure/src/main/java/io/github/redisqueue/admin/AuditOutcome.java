package io.github.redisqueue.admin;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import io.github.redisqueue.AuditFinding;
import io.github.redisqueue.AuditReport;
import io.github.redisqueue.AuditRule;
import io.github.redisqueue.PartialAuditException;
import io.github.redisqueue.background.OutageReason;
import org.jspecify.annotations.Nullable;

/**
 * What an audit or a repair of a queue has found.
 *
 * @param report the report
 * @param error why the report is not complete, or null if it is
 */
record AuditOutcome(AuditReport report, @Nullable String error) {

	/** Rules whose findings are about a key instead of an id. */
	private static final Set<AuditRule> ABOUT_KEYS = EnumSet.of(AuditRule.WRONG_TYPE, AuditRule.UNKNOWN_KEY);

	/** Audits or repairs; what was found counts, even if that is not all. */
	static AuditOutcome read(Supplier<AuditReport> call) {
		try {
			return new AuditOutcome(call.get(), null);
		}
		catch (PartialAuditException ex) {
			Throwable cause = ex.getCause();
			return new AuditOutcome(ex.report(), ex.getMessage()
					+ ((cause instanceof RuntimeException failure) ? ": " + OutageReason.of(failure) : ""));
		}
	}

	/** What the audit event tells as well. */
	Entries summary() {
		Map<String, Long> counts = new LinkedHashMap<>();
		this.report.counts().forEach((rule, count) -> counts.put(rule.name(), count));
		return new Entries().with("looked", this.report.looked())
			.with("mended", this.report.repaired())
			.with("counts", counts)
			.with("unchecked", this.report.unchecked().stream().map(Enum::name).toList())
			.with("error", this.error);
	}

	List<Map<String, Object>> findings() {
		return this.report.findings().stream().map(AuditOutcome::finding).toList();
	}

	private static Map<String, Object> finding(AuditFinding finding) {
		return new Entries().with("rule", finding.rule().name())
			.with(ABOUT_KEYS.contains(finding.rule()) ? "key" : "id", finding.id())
			.with("shard", finding.shard())
			.with("detail", finding.detail())
			.with("remedy", finding.remedy().name())
			.with("mended", finding.repaired() ? true : null);
	}

}
