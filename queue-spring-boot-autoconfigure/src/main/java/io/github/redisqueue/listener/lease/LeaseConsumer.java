package io.github.redisqueue.listener.lease;

import java.util.List;

import io.github.redisqueue.Lease;

/**
 * Takes the jobs that a {@link LeaseLoop} leases. Its methods must not block.
 */
public interface LeaseConsumer {

	/** What the loop changes its state with. Called once. */
	StateLock stateLock();

	/** How many jobs to lease now, 0 or less if a call is not worth it. */
	int room();

	/** How many jobs to lease now from a shard, if there is room. */
	int room(int shard);

	/**
	 * Whether a job that becomes ready would be handled at once, or almost, so that it is
	 * worth while to listen to the bell.
	 */
	boolean isAwaitingJobs();

	/** A call that leases from a shard is about to be sent. */
	void onCall(int shard);

	/** No call that leases from a shard follows soon, so that nothing waits for it. */
	void settleNow(int shard);

	/** Takes leased jobs of a shard, at least one. */
	void take(int shard, List<Lease> leases);

	/**
	 * Whether others lease for the same threads, so that a call that does not answer must
	 * not keep them waiting.
	 */
	boolean sharesRoom();

	/** A shard has been asked, with or without success, or does not answer soon. */
	void onAnswer();

}
