package io.github.redisqueue.listener.lease;

import java.time.Duration;

import io.github.redisqueue.background.Outages;
import io.github.redisqueue.listener.ManualTimer;
import io.github.redisqueue.listener.lease.ShardLane.State;
import io.github.redisqueue.test.TestThreads;

/**
 * A loop over one shard or several, without Redis and without time that passes.
 */
abstract class LeaseLoopTests {

	static final Duration POLL = Duration.ofSeconds(1);

	final ScriptedReplies queue;

	final ManualTimer timer = new ManualTimer();

	final Bellboard bell = new Bellboard();

	final Room consumer = new Room();

	final LeaseLoop loop;

	LeaseLoopTests() {
		this(1);
	}

	LeaseLoopTests(int shards) {
		this.queue = new ScriptedReplies("orders", shards);
		this.loop = new LeaseLoop(this.queue.queue(), this.bell, this.consumer, POLL, this.timer,
				new Outages(TestThreads.timer(), Runnable::run).backoff("lease jobs from", "orders"));
	}

	final State state() {
		return this.loop.lanes().get(0).state;
	}

}
