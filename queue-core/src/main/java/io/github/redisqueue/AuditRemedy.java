package io.github.redisqueue;

/**
 * How to correct what an audit has found.
 */
public enum AuditRemedy {

	/** {@link WorkQueue#repair(boolean)} corrects it. */
	REPAIR,

	/**
	 * A cleaning corrects it, perhaps only when a lease has expired. A script that was
	 * aborted, or a client of another library, leaves such a state.
	 */
	CLEANING,

	/** Nothing corrects it automatically: an operator has to look at it. */
	NONE

}
