package io.github.redisqueue.listener.lease;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.bell.Bell;
import io.github.redisqueue.bell.Waiter;

/** Takes note of what the loop does with the bell. */
final class Bellboard implements Bell {

	final List<Integer> passedOn = new ArrayList<>();

	int listens;

	@Override
	public void add(Waiter waiter) {
		// The test itself gives tokens.
	}

	@Override
	public void remove(Waiter waiter) {
		// The test itself gives tokens.
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
