package io.github.redisqueue.samples.reliability.history;

/**
 * What a fault may do although the queues keep their promises.
 */
public enum Effect {

	/** Jobs that were being handled may be handled again. */
	REPEATS,

	/** Redis may forget what it confirmed, from the time {@code losesFrom} on. */
	LOSES,

	/** Records of failures, crashes, tokens and headers may have other values. */
	CORRUPTS,

	/** Jobs end as dead letters for crashes, because their handlers end the JVM. */
	POISONS

}
