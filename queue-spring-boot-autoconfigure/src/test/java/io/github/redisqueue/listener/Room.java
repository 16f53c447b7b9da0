package io.github.redisqueue.listener;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.Lease;

/** Room for as many jobs as the test says. */
final class Room implements Intake {

	final List<Lease> taken = new ArrayList<>();

	int room;

	int blockedShard = -1;

	boolean failing;

	@Override
	public int room() {
		return this.room;
	}

	@Override
	public int room(int shard) {
		return (shard == this.blockedShard) ? 0 : 1000;
	}

	@Override
	public void take(int shard, List<Lease> leases) {
		if (this.failing) {
			throw new IllegalStateException("No luck");
		}
		this.taken.addAll(leases);
	}

}
