package io.github.redisqueue;

/**
 * What a queue does when it adds a job whose id is present: a job with that id is ready,
 * delayed or leased.
 */
public enum AddMode {

	/** The queue does not add a job whose id is ready, delayed or leased. */
	IF_ABSENT,

	/**
	 * The queue adds all jobs without a look-up, because the caller knows that their ids
	 * are new. If an id is present after all, the payload of its job is replaced; the job
	 * is still never leased to two workers at a time.
	 */
	UNCHECKED,

	/**
	 * The queue replaces a job whose id is ready, delayed or leased, as if it were
	 * cancelled and added anew in one step: payload, headers and ready time are those of
	 * the new job, its failures and crashes are zero, and it goes behind the ready jobs.
	 * A worker that holds the old job loses its lease. An id that the queue
	 * {@linkplain QueueSettings#dedupWindow() remembers} is refused, as by
	 * {@link #IF_ABSENT}. Costs one round trip for up to 20 jobs.
	 */
	REPLACE

}
