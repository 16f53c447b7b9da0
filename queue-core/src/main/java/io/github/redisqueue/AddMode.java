package io.github.redisqueue;

/**
 * Whether an addition looks for jobs that are there already.
 */
public enum AddMode {

	/** A job whose id is ready, delayed or leased is left as it is. */
	IF_ABSENT,

	/**
	 * The caller knows that the ids are new, so nothing is looked up. If one is not new
	 * after all, its payload is replaced; it is still never leased twice at a time.
	 */
	UNIQUE

}
