package io.github.redisqueue.listener.lease;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.Lease;

/** Room for as many jobs as the test says. */
final class Room implements LeaseConsumer {

	final StateLock stateLock = new StateLock();

	final List<Lease> taken = new ArrayList<>();

	int room;

	int blockedShard = -1;

	boolean failing;

	/** Whether a handler would begin with a job at once. */
	boolean awaiting = true;

	/** The shards of calls that were about to be sent. */
	final List<Integer> called = new ArrayList<>();

	/** The shards from which no call follows soon. */
	final List<Integer> settled = new ArrayList<>();

	@Override
	public StateLock stateLock() {
		return this.stateLock;
	}

	@Override
	public int room() {
		return this.room;
	}

	@Override
	public int room(int shard) {
		return (shard == this.blockedShard) ? 0 : 1000;
	}

	@Override
	public boolean isAwaitingJobs() {
		return this.awaiting;
	}

	@Override
	public void onCall(int shard) {
		this.called.add(shard);
	}

	@Override
	public void settleNow(int shard) {
		this.settled.add(shard);
	}

	@Override
	public void take(int shard, List<Lease> leases) {
		if (this.failing) {
			throw new IllegalStateException("No luck");
		}
		this.taken.addAll(leases);
	}

	@Override
	public boolean sharesRoom() {
		return false;
	}

	@Override
	public void onAnswer() {
		// Nobody else waits for room.
	}

}
