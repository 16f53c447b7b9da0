package io.github.redisqueue.algorithm.queue;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

import io.github.redisqueue.HeldLease;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LogText;

/**
 * A lease that a queue created, with its fencing token and its receipt.
 */
record RedisLease(String queue, Job job, Before before, Fence fence, long deadline) implements Lease {

	/**
	 * The leases without duplicates, in the given order.
	 * @throws IllegalArgumentException if a lease belongs to another queue, or was not
	 * created by a queue
	 */
	static Set<RedisLease> of(String queue, Collection<Lease> leases) {
		Set<RedisLease> own = new LinkedHashSet<>();
		for (Lease given : leases) {
			Lease lease = (given instanceof HeldLease held) ? held.latest() : given;
			if (!lease.queue().equals(queue)) {
				throw new IllegalArgumentException(lease + " does not belong to queue '" + queue + "'");
			}
			if (!(lease instanceof RedisLease created)) {
				throw new IllegalArgumentException(lease + " was not created by queue '" + queue
						+ "'. Only leases that WorkerQueue.lease returned can be extended or settled; those of Lease.of"
						+ " are for unit tests of handlers");
			}
			own.add(created);
		}
		return own;
	}

	RedisLease withDeadline(long deadline) {
		return new RedisLease(this.queue, this.job, this.before, this.fence, deadline);
	}

	@Override
	public int failures() {
		return this.before.failures();
	}

	@Override
	public int crashes() {
		return this.before.crashes();
	}

	@Override
	public boolean isFirst() {
		return this.before.equals(Before.NOTHING);
	}

	@Override
	public long token() {
		return this.fence.token();
	}

	/** The receipt that Redis stores for the lease. */
	String receipt() {
		return this.fence.receipt();
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof Lease lease && token() == lease.token() && this.queue.equals(lease.queue())
				&& id().equals(lease.id());
	}

	@Override
	public int hashCode() {
		return Long.hashCode(token());
	}

	@Override
	public String toString() {
		return "Lease[" + this.queue + "/" + LogText.shortened(id()) + ", attempt " + attempt() + ", token " + token()
				+ "]";
	}

	/**
	 * What has happened to the job before.
	 *
	 * @param failures how often a handler failed
	 * @param crashes how often a worker crashed
	 * @param recorded whether there is a record of failures: without a failure, the job
	 * was postponed
	 */
	record Before(int failures, int crashes, boolean recorded) {

		static final Before NOTHING = new Before(0, 0, false);

	}

	/**
	 * Distinguishes a lease from all other leases of the same job.
	 *
	 * @param token the fencing token, greater than that of earlier leases
	 * @param receipt the value that Redis stores for the lease; leases of one call may
	 * share it
	 */
	record Fence(long token, String receipt) {

	}

}
