package io.github.redisqueue.algorithm.queue;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

import io.github.redisqueue.HeldLease;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LogText;

/**
 * A lease that a queue created.
 *
 * @param token the fencing token, greater than that of earlier leases of the same job
 * @param receipt the value that Redis stores for the lease; leases of one call may share
 * it
 */
record RedisLease(String queue, Job job, Before before, long token, String receipt, long deadline) implements Lease {

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
		return new RedisLease(this.queue, this.job, this.before, this.token, this.receipt, deadline);
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
		return attempt() == 1 && !this.before.recorded();
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof Lease lease && this.token == lease.token() && this.queue.equals(lease.queue())
				&& id().equals(lease.id());
	}

	@Override
	public int hashCode() {
		return Long.hashCode(this.token);
	}

	@Override
	public String toString() {
		return "Lease[" + this.queue + "/" + LogText.shortened(id()) + ", attempt " + attempt() + ", token "
				+ this.token + "]";
	}

	/**
	 * What has happened to the job before.
	 *
	 * @param recorded whether there is a record of failures: without a failure, the job
	 * was postponed
	 * @param alone whether no other job was in the queue, and this one had only a payload
	 */
	record Before(int failures, int crashes, boolean recorded, boolean alone) {

		static final Before NOTHING = new Before(0, 0, false, false);

		static final Before ALONE = new Before(0, 0, false, true);

	}

}
