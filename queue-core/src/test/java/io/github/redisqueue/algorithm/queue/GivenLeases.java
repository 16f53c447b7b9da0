package io.github.redisqueue.algorithm.queue;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.redisqueue.HeldLease;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;

/**
 * Leases as queues give them, which tests forge, and their receipts.
 */
public final class GivenLeases {

	private GivenLeases() {
	}

	/**
	 * A lease that passes for one that a queue has given.
	 * @param queue the name of the queue
	 * @param job the job
	 * @param token the token
	 * @param receipt the receipt that Redis is to have
	 * @return the lease
	 */
	public static Lease forge(String queue, Job job, long token, String receipt) {
		return new RedisLease(queue, job, RedisLease.Before.NOTHING, token, receipt, System.nanoTime());
	}

	/**
	 * A lease as listeners hold it, which nobody extends.
	 * @param latest gives the lease as the queue gave it last
	 * @return the lease
	 */
	public static Lease held(Supplier<Lease> latest) {
		return new HeldLease() {

			@Override
			public Lease latest() {
				return latest.get();
			}

			@Override
			public boolean isLost() {
				return false;
			}

			@Override
			public CompletionStage<Boolean> extend() {
				throw new AssertionError("not called");
			}

		};
	}

	/**
	 * The receipt that Redis keeps of a lease.
	 * @param lease a lease that a queue has given
	 * @return the receipt
	 */
	public static String receipt(Lease lease) {
		return ((RedisLease) lease).receipt();
	}

}
