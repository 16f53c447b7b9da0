package io.github.redisqueue.script;

import io.github.redisqueue.Durability;
import org.jspecify.annotations.Nullable;

/**
 * What servers have confirmed of an operation.
 *
 * @param isInFile whether the primary has it in its append-only file
 * @param replicas how many replicas have confirmed it
 * @param failure why nothing is known, or null
 */
public record Confirmation<R>(R result, boolean isInFile, int replicas, @Nullable RuntimeException failure) {

	/** What is confirmed of what was asked for, as numbers of servers, for a message. */
	public String describe(Durability durability) {
		String replicasOnly = this.replicas + " of " + durability.replicas() + " replicas";
		return durability.appendOnlyFile()
				? "the append-only files of " + (this.isInFile ? 1 : 0) + " of 1 primaries and of " + replicasOnly
				: replicasOnly;
	}

	/** Whether all that was asked for is confirmed. */
	public boolean fulfils(Durability durability) {
		return this.failure == null && this.replicas >= durability.replicas()
				&& (this.isInFile || !durability.appendOnlyFile());
	}

}
