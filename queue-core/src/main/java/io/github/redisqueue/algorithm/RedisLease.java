package io.github.redisqueue.algorithm;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;

/**
 * A lease that a queue has given, with what fences it in Redis.
 */
record RedisLease(String queue, Job job, int failures, int crashes, Fence fence, long deadline) implements Lease {

	/**
	 * The leases without repetitions, in the order given.
	 * @throws IllegalArgumentException if one is of another queue, or not from a queue
	 */
	static Set<RedisLease> of(String queue, Collection<Lease> leases) {
		Set<RedisLease> own = new LinkedHashSet<>();
		for (Lease lease : leases) {
			if (!lease.queue().equals(queue)) {
				throw new IllegalArgumentException(lease + " is not of the queue '" + queue + "'");
			}
			if (!(lease instanceof RedisLease given)) {
				throw new IllegalArgumentException(lease + " was not given by the queue '" + queue
						+ "'. Only leases that WorkerQueue.lease returned can be extended or settled; those of Lease.of"
						+ " are for unit tests of handlers");
			}
			own.add(given);
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

	/** The receipt that Redis keeps of the lease. */
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
		return "Lease[" + this.queue + "/" + id() + ", attempt " + attempt() + ", token " + token() + "]";
	}

	/**
	 * What tells one lease of a job from another.
	 *
	 * @param token the token, which only grows
	 * @param receipt what Redis keeps of the lease; leases of one call may share it
	 */
	record Fence(long token, String receipt) {

	}

}
