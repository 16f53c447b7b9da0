package io.github.redisqueue.listener.lease;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.background.Timer;
import io.github.redisqueue.bell.Bell;
import io.github.redisqueue.listener.lease.ShardLane.State;
import org.jspecify.annotations.Nullable;

/**
 * Leases jobs for one listener, without a thread of its own: it is driven by wake-ups of
 * the bell, by replies, by room for jobs, and by the timer. Each shard has a state of its
 * own, and at most one call under way. The sum of the jobs that calls under way ask for
 * never exceeds the room. If there is less room than shards, a look that takes nothing
 * tells which of them have jobs.
 * <p>
 * Per shard, <i>ask</i> means: start a call if there is room for a job, else the shard is
 * full.
 *
 * <pre>
 * event                  | WAITING                  | LEASING          | FULL    | BACKING_OFF
 * -----------------------+--------------------------+------------------+---------+------------
 * wake-up                | ask; else refuse it      | ask after reply  | as left | refuse
 * wake-up, backlog known |                          | refuse           | refuse  |
 * a delayed job is due   | ask; else pass it on      | ask after reply  | pass on |
 * begin, gap             | ask                      | ask after reply  |         |
 * trip that may open     | ask, if the last did     | ask after reply  |         |
 * room                   | listen to the bell       |                  | ask     |
 * poll interval          | poll; else full          |                  |         |
 * reply: more ready      |                          | ask              |         |
 * reply: none, or paused |                          | WAITING          |         |
 * failure                |                          | BACKING_OFF      |         |
 * end of the back-off    |                          |                  |         | ask
 * </pre>
 *
 * While it waits, a shard waits for the bell and for the time of the next delayed job. If
 * a wake-up has come during a call, and there is no room after it, the wake-up is passed
 * on to another instance. Thread-safe; never blocks.
 */
public final class LeaseLoop {

	/** For so many jobs, a call is worth while though others could lease them too. */
	private static final int MANY = 8;

	final AsyncWorkerQueue queue;

	final Bell bell;

	final LeaseConsumer consumer;

	private final Timer timer;

	final ShardLanes lanes;

	final StateLock stateLock;

	final ShardProbes probes;

	private final ShardWatch watch;

	private final CompletableFuture<Void> ended = new CompletableFuture<>();

	/** Whether no more jobs are to be leased. Used within the state lock. */
	boolean closed = true;

	/** Whether a shard waits for room, so that room is news. */
	private volatile boolean hungry;

	public LeaseLoop(AsyncWorkerQueue queue, Bell bell, LeaseConsumer consumer, Duration pollInterval, Timer timer,
			OutageBackoff backoff) {
		this.queue = queue;
		this.bell = bell;
		this.consumer = consumer;
		this.stateLock = consumer.stateLock();
		this.timer = timer;
		this.lanes = new ShardLanes(queue.shards().size(), backoff);
		this.probes = new ShardProbes(this, pollInterval);
		this.watch = new ShardWatch(this);
	}

	/** Begins to lease. The first calls are sent on the thread of the caller. */
	public void start() {
		this.bell.add(this.watch);
		this.stateLock.make(() -> {
			this.closed = false;
			this.lanes.all.forEach(ShardLane::wantsJobs);
			this.probes.schedulePoll();
			ask();
		});
	}

	/**
	 * Ends leasing. Jobs of calls under way still go to the consumer.
	 * @return completed when no call is under way any more
	 */
	public CompletableFuture<Void> close() {
		this.bell.remove(this.watch);
		this.stateLock.make(() -> {
			this.closed = true;
			this.probes.endPolls();
			this.lanes.all.forEach(ShardLane::end);
			this.lanes.all.forEach(this::endWaits);
			endIfIdle();
		});
		return this.ended;
	}

	private void endIfIdle() {
		if (this.closed && !this.lanes.any(State.LEASING)) {
			this.stateLock.then(() -> this.ended.complete(null));
		}
	}

	/** So many more trips of settlements are under way that may open jobs. */
	public void onTrip(int shard, int more) {
		this.stateLock.make(() -> {
			this.lanes.get(shard).settling(more);
			ask();
		});
	}

	/** There may be room for more jobs. Called on any thread, often without need. */
	public void onRoom() {
		if (isRoomNews()) {
			this.stateLock.make(() -> {
				ask();
				if (this.watch.deaf) {
					this.watch.begin();
				}
			});
		}
	}

	/** Whether the loop would do anything if there were room for more jobs. */
	public boolean isRoomNews() {
		return this.hungry || this.watch.deaf;
	}

	/** A delayed job of a shard is due, for which no bell rings. */
	private void onDue(ShardLane lane) {
		if (lane.isWaiting()) {
			lane.wantsJobs();
			ask();
		}
		else {
			lane.wantsLook();
		}
		if (lane.state == State.FULL) {
			passOn(lane);
		}
	}

	/** Room for jobs of a shard is news from now on. */
	void wantsRoom(ShardLane lane) {
		lane.wantsJobs();
		this.hungry = true;
	}

	/**
	 * Asks the shards that want jobs, as far as there is room, and none after the end. If
	 * some are known to have enough, few of them are asked in turn, for many jobs each.
	 */
	void ask() {
		List<ShardLane> wanting = this.lanes.full();
		this.hungry = !wanting.isEmpty();
		int room = (this.closed || wanting.isEmpty()) ? 0 : room();
		if (room <= 0) {
			return;
		}
		if (this.lanes.any((lane) -> lane.state == State.FULL && lane.hasBacklog())) {
			// At least two, as one of them may not answer.
			ask(this.lanes.inTurn(Math.max(2, room / MANY), this.consumer), room);
		}
		else if (room >= wanting.size()) {
			ask(wanting, room);
		}
		else {
			this.probes.look(this::askFirst);
		}
	}

	/** Those that have no jobs are asked, too: when is their next delayed job due? */
	private void askFirst(List<Integer> found) {
		List<ShardLane> wanting = this.lanes.full(found);
		if (!this.closed && !wanting.isEmpty()) {
			ask(wanting, room());
		}
	}

	/** Divides the room among some shards, the first of which come first. */
	private void ask(List<ShardLane> wanting, int room) {
		this.lanes.divide(room, wanting, this.consumer)
			.forEach((lane, max) -> callLater(lane,
					() -> OutageBackoff.begun(() -> this.queue.shards().get(lane.shard).leaseOrWait(max))));
		this.hungry = this.lanes.any(State.FULL);
	}

	/** The room that no call under way needs, perhaps less than zero. */
	int room() {
		return this.consumer.room() - this.lanes.reserved();
	}

	/** Sends a call after the change that is being made. */
	void callLater(ShardLane lane, Supplier<CompletableFuture<LeaseResult>> lease) {
		this.stateLock.then(() -> call(lane, lease));
	}

	private void call(ShardLane lane, Supplier<CompletableFuture<LeaseResult>> lease) {
		try {
			Runnable timeout = (this.lanes.areSeveral() || this.consumer.sharesRoom())
					? later(this::onPatienceOver, ShardLane.PATIENCE.plusMillis(1)) : ShardLane.NO_TIMER;
			this.consumer.onCall(lane.shard);
			lane.pending = false;
			lease.get().whenComplete((result, failure) -> onEnd(lane, timeout, result, failure));
		}
		catch (Throwable ex) {
			lane.pending = true;
			this.stateLock.failed(ex);
			onFailure(lane, ex);
		}
	}

	private void onEnd(ShardLane lane, Runnable timeout, LeaseResult result, @Nullable Throwable failure) {
		lane.pending = true;
		try {
			timeout.run();
			if (failure != null) {
				onFailure(lane, failure);
			}
			else {
				onReply(lane, result);
			}
		}
		catch (Throwable ex) {
			// The future would keep it to itself.
			this.stateLock.failed(ex);
		}
	}

	/** The room that a call without a reply has reserved is there for others. */
	private void onPatienceOver() {
		this.stateLock.then(this.consumer::onAnswer);
		ask();
	}

	private void onReply(ShardLane lane, LeaseResult result) {
		try {
			if (!result.leases().isEmpty()) {
				this.consumer.take(lane.shard, result.leases());
			}
		}
		catch (Throwable ex) {
			onFailure(lane, ex);
			return;
		}
		this.stateLock.make(() -> {
			lane.backoff.onSuccess();
			boolean wakeUp = lane.owesWakeUp();
			this.watch.answered = true;
			lane.answered(result);
			endWaits(lane);
			this.stateLock.then(this.consumer::onAnswer);
			if (!this.closed) {
				wait(lane, result);
			}
			ask();
			if (wakeUp && (this.closed || lane.state == State.FULL)) {
				passOn(lane);
			}
			watchOrEnd();
		});
	}

	private void watchOrEnd() {
		this.watch.begin();
		endIfIdle();
	}

	/** Settlements do not wait for a call that does not follow. */
	private void endWaits(ShardLane lane) {
		if (!lane.hasBacklog()) {
			this.stateLock.then(() -> this.consumer.settleNow(lane.shard));
		}
	}

	/** Schedules what is known to come next in a shard that waits now. */
	private void wait(ShardLane lane, LeaseResult result) {
		if (lane.isWorthFollowing()) {
			// Lettuce would let a call of its own thread overtake the trip.
			this.timer.schedule(() -> onTrip(lane.shard, 0), Duration.ZERO);
		}
		Duration due = result.nextDue();
		if (lane.isWaiting() && due != null && !result.paused()) {
			lane.timer = later(() -> onDue(lane), due);
		}
	}

	private void onFailure(ShardLane lane, Throwable failure) {
		this.stateLock.make(() -> {
			if (lane.owesWakeUp()) {
				passOn(lane);
			}
			lane.backingOff(failure);
			endWaits(lane);
			this.stateLock.then(this.consumer::onAnswer);
			if (!this.closed) {
				lane.timer = later(() -> onBackoffOver(lane), lane.backoff.onFailure(failure));
			}
			ask();
			watchOrEnd();
		});
	}

	private void onBackoffOver(ShardLane lane) {
		if (lane.state == State.BACKING_OFF) {
			lane.wantsJobs();
		}
		ask();
	}

	void passOn(ShardLane lane) {
		this.stateLock.then(() -> this.bell.passOn(lane.shard));
	}

	/**
	 * Goes on after an error has cut a change short, as when the memory of the JVM is
	 * full: what it left undone is not known, so all shards are asked.
	 */
	public void mend() {
		this.stateLock.make(() -> {
			this.lanes.all.forEach(ShardLane::mend);
			this.probes.awaited = null;
			this.watch.looksLater = false;
			if (!this.closed) {
				this.probes.schedulePoll();
			}
			ask();
			watchOrEnd();
		});
	}

	/** Makes a change later, unless it is cancelled. */
	Runnable later(Runnable change, Duration delay) {
		return this.timer.schedule(() -> this.stateLock.make(change), delay);
	}

	/** The same at a time that many listeners share. */
	Runnable laterAt(Runnable change, long time) {
		return this.timer.scheduleAt(time, () -> this.stateLock.make(change));
	}

	public ShardLanes lanes() {
		return this.lanes;
	}

}
