package io.github.redisqueue.listener.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.Lease;
import io.github.redisqueue.background.Outages;
import io.github.redisqueue.bell.Bell;
import io.github.redisqueue.bell.Waiter;
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

	final void startWithRoomFor(int jobs) {
		this.consumer.room = jobs;
		this.loop.start();
	}

	final void makeRoomFor(int jobs) {
		this.consumer.room = jobs;
		this.loop.onRoom();
	}

	final State state() {
		return this.loop.lanes().get(0).state;
	}

	/**
	 * Takes note of what the loop does with the bell, which rings when the test says so.
	 */
	static final class Bellboard implements Bell {

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

	/** Room for as many jobs as the test says. */
	static final class Room implements LeaseConsumer {

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

}
