package io.github.redisqueue;

import java.io.Serializable;

/**
 * Something in the data of a queue that breaks a rule.
 *
 * @param rule the rule
 * @param id what breaks it: the id of a job or, depending on the rule, a key, an entry, a
 * group, a schedule or a worker; at most 1000 bytes of it
 * @param shard the number of the shard, 0 in a queue without shards
 * @param detail where that is, and what is wrong with it
 * @param remedy what helps
 * @param repaired whether the call that reports it has repaired it
 * @serial exclude
 */
public record AuditFinding(AuditRule rule, String id, int shard, String detail, AuditRemedy remedy,
		boolean repaired) implements Serializable {

	/**
	 * Tells the rule, the id and the rest in one line.
	 */
	@Override
	public String toString() {
		return this.rule + " '" + LogText.shortened(this.id) + "' (" + LogText.shortened(this.detail) + "), shard "
				+ this.shard + ", " + (this.repaired ? "repaired" : "remedy " + this.remedy);
	}

}
