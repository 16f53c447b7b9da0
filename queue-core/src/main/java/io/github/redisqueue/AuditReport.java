package io.github.redisqueue;

import java.io.Serializable;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What an audit or a repair of a queue has found.
 *
 * @param findings what breaks a rule, at most {@value #MAX_FINDINGS}, unmodifiable
 * @param counts how many findings there are of each rule that is broken, also those that
 * are not among the findings, unmodifiable
 * @param checked the rules that were checked to the end, unmodifiable
 * @param unchecked the rules that could not be checked, or not everywhere, unmodifiable:
 * the Redis user may not run {@code SCAN}, or a key of the wrong type was in the way
 * @param looked how many ids, records and keys were looked at; those in several places
 * count in each of them
 * @param repaired how many of the findings the call has repaired
 * @serial exclude
 */
public record AuditReport(List<AuditFinding> findings, Map<AuditRule, Long> counts, Set<AuditRule> checked,
		Set<AuditRule> unchecked, long looked, long repaired) implements Serializable {

	/** The largest number of findings in a report. */
	public static final int MAX_FINDINGS = 1000;

	/** The report of an audit that has looked at nothing. */
	public static final AuditReport NOTHING = new AuditReport(List.of(), Map.of(), Set.of(), Set.of(), 0, 0);

	/**
	 * Copies the findings, the counts and the rules. Rules that were not checked
	 * everywhere are not among the checked ones.
	 */
	public AuditReport {
		findings = findings.stream().limit(MAX_FINDINGS).toList();
		counts = Collections.unmodifiableMap(new TreeMap<>(counts));
		Set<AuditRule> everywhere = new TreeSet<>(checked);
		everywhere.removeAll(unchecked);
		checked = Collections.unmodifiableSet(everywhere);
		unchecked = Collections.unmodifiableSet(new TreeSet<>(unchecked));
	}

	/**
	 * {@return whether no rule is broken that was checked}
	 */
	public boolean isClean() {
		return this.counts.isEmpty();
	}

	/**
	 * {@return the findings of two reports, and the sums}
	 * @param other another report
	 */
	public AuditReport plus(AuditReport other) {
		List<AuditFinding> all = Stream.concat(this.findings.stream(), other.findings.stream()).toList();
		Map<AuditRule, Long> sums = new HashMap<>(this.counts);
		other.counts.forEach((rule, count) -> sums.merge(rule, count, Long::sum));
		Set<AuditRule> either = new HashSet<>(this.checked);
		either.addAll(other.checked);
		Set<AuditRule> neither = new HashSet<>(this.unchecked);
		neither.addAll(other.unchecked);
		return new AuditReport(all, sums, either, neither, this.looked + other.looked, this.repaired + other.repaired);
	}

}
