package io.github.redisqueue;

/**
 * Whether a queue looks for present jobs with the same ids when it adds jobs.
 */
public enum AddMode {

	/** The queue does not add a job whose id is ready, delayed or leased. */
	IF_ABSENT,

	/**
	 * The queue adds all jobs without a look-up, because the caller knows that their ids
	 * are new. If an id is present after all, the payload of its job is replaced; the job
	 * is still never leased to two workers at a time.
	 */
	UNCHECKED

}
