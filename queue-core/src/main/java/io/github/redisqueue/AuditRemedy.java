package io.github.redisqueue;

/**
 * What helps against what an audit has found.
 */
public enum AuditRemedy {

	/** {@link WorkQueue#repair(boolean)} mends it. */
	REPAIR,

	/**
	 * A cleaning mends it, perhaps only when a lease has run out. A script that was cut
	 * short, or a client of another library, leaves such a state.
	 */
	CLEANING,

	/** Nothing mends it by itself: somebody has to look at it. */
	NONE

}
