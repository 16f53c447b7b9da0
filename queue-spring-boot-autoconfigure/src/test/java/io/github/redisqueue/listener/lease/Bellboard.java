package io.github.redisqueue.listener.lease;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.bell.Bell;
import io.github.redisqueue.bell.Waiter;

/** Takes note of what the loop does with the bell, which rings when the test says so. */
final class Bellboard implements Bell {

	Waiter waiter;

	final List<Integer> passedOn = new ArrayList<>();

	int listens;

	@Override
	public void add(Waiter waiter) {
		this.waiter = waiter;
	}

	@Override
	public void remove(Waiter waiter) {
		// What comes too late must do no harm.
	}

	@Override
	public void listen() {
		this.listens++;
	}

	@Override
	public void passOn(int shard) {
		this.passedOn.add(shard);
	}

}
