package io.github.redisqueue;

/**
 * The algorithms that a queue can have. All support the same operations; they differ in
 * their mechanism, and in which other programs can share the queue.
 */
public enum QueueType {

	/**
	 * A list of ready jobs, a list of jobs in progress, and an expiring key for each
	 * lease: the redis-work-queue protocol, which clients in other languages share.
	 */
	LEASE,

	/**
	 * A stream with a consumer group. The server itself records which consumer holds a
	 * job, for how long, and how often the job was delivered.
	 */
	STREAM,

	/**
	 * A list of ready jobs and a private list for each worker. One heartbeat extends all
	 * leases of a worker, whatever their number.
	 */
	LIST,

	/**
	 * A sorted set by ready time. Leasing a job raises its score to the end of the lease.
	 */
	DELAYED

}
