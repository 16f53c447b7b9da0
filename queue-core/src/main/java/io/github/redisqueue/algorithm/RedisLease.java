package io.github.redisqueue.algorithm;

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
record RedisLease(String queue, Job job, int failures, int crashes, Fence fence, long deadline) implements Lease {

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
		return new RedisLease(this.queue, this.job, this.failures, this.crashes, this.fence, deadline);
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
	 * Distinguishes a lease from all other leases of the same job.
	 *
	 * @param token the fencing token, greater than that of earlier leases
	 * @param receipt the value that Redis stores for the lease; leases of one call may
	 * share it
	 */
	record Fence(long token, String receipt) {

	}

}
