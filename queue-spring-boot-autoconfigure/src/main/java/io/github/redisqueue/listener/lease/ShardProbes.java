package io.github.redisqueue.listener.lease;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.github.redisqueue.AsyncWorkerQueue.Poll;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.listener.lease.ShardLane.State;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link LeaseLoop} finds jobs that no bell told of. It polls the first shard, and
 * if no other instance has done so, the poll goes on with a look at all shards. One look
 * is awaited at most; one that takes too long, as a node that hangs holds it up, ends as
 * if it had found nothing. Used within {@link StateLock}.
 * <p>
 * A poll comes at most 5 % later than the poll interval says. Times are rounded up to
 * those of a grid of 4 % of the interval that all listeners of the application share, so
 * that the application wakes up once for many queues. The grids of other applications are
 * shifted, so that of several instances one polls first, and the others only learn that
 * it has.
 */
final class ShardProbes {

	/** How long to wait for a look. */
	private static final Duration PATIENCE = Duration.ofMillis(200);

	private static final int GRIDS_PER_INTERVAL = 25;

	/** The server may measure the interval a little later than this application. */
	private static final int MARGINS_PER_INTERVAL = 100;

	private final LeaseLoop loop;

	private final Duration interval;

	/** Cancels the next poll. */
	private Runnable nextPoll = ShardLane.NO_TIMER;

	/** The look that is awaited, if there is one. */
	@Nullable Object awaited;

	ShardProbes(LeaseLoop loop, Duration interval) {
		this.loop = loop;
		this.interval = interval;
	}

	/** Schedules the next poll, in place of the one that was. */
	void schedulePoll() {
		schedulePoll(this.interval);
	}

	private void schedulePoll(Duration worthIt) {
		endPolls();
		long now = System.nanoTime();
		this.nextPoll = this.loop.laterAt(this::poll, now + untilPoll(this.interval, worthIt, now).toNanos());
	}

	/** The time until the next poll. It is worth another one after a while. */
	static Duration untilPoll(Duration interval, Duration worthIt, long now) {
		Duration least = worthIt.plus(interval.dividedBy(MARGINS_PER_INTERVAL));
		Duration grid = interval.dividedBy(GRIDS_PER_INTERVAL);
		return least.plus(ApplicationThreads.untilNext(grid, now + least.toNanos()));
	}

	void endPolls() {
		this.nextPoll.run();
	}

	private void poll() {
		if (this.loop.closed) {
			return;
		}
		ShardLane lane = this.loop.lanes.get(0);
		int max = Math.min(this.loop.room(), this.loop.consumer.room(lane.shard));
		if (lane.isWaiting() && max > 0) {
			lane.polling(max);
			this.loop.callLater(lane, () -> poll(lane, max));
			return;
		}
		if (lane.isWaiting()) {
			// The poll comes with the room.
			this.loop.lanes.all.stream().filter(ShardLane::isWaiting).forEach(ShardLane::wantsJobs);
		}
		schedulePoll();
		this.loop.ask();
		lookAtWaiting();
	}

	private CompletableFuture<LeaseResult> poll(ShardLane lane, int max) {
		CompletableFuture<Poll> reply = OutageBackoff
			.begun(() -> this.loop.queue.shards().get(lane.shard).poll(max, this.interval));
		return reply.whenComplete((poll, failure) -> this.loop.stateLock.make(() -> {
			if (!this.loop.closed) {
				schedulePoll((failure != null) ? this.interval : poll.next());
				if (failure == null && poll.result() != null) {
					lookAtWaiting();
				}
			}
		})).thenApply((poll) -> (poll.result() != null) ? poll.result() : lane.asBefore());
	}

	/**
	 * Looks at several shards after the change that is being made, if some wait, unless a
	 * look is awaited. Those that have jobs all the same are asked.
	 */
	void lookAtWaiting() {
		ShardLanes lanes = this.loop.lanes;
		if (lanes.areSeveral() && lanes.any(State.WAITING)) {
			look((found) -> {
				found.stream().map(lanes::get).filter(ShardLane::isWaiting).forEach(ShardLane::wantsJobs);
				this.loop.ask();
			});
		}
	}

	/**
	 * Begins a look after the change that is being made, unless one is awaited.
	 * @param receiver is told within a change which shards have jobs, none if that failed
	 */
	void look(Consumer<List<Integer>> receiver) {
		if (this.awaited == null) {
			Object look = new Object();
			this.awaited = look;
			this.loop.stateLock.then(() -> start(look, receiver));
		}
	}

	private void start(Object look, Consumer<List<Integer>> receiver) {
		Runnable timeout = this.loop.later(() -> end(look, List.of(), receiver), PATIENCE);
		OutageBackoff.begun(this.loop.queue::look).exceptionally((ex) -> List.of()).thenAccept((found) -> {
			timeout.run();
			this.loop.stateLock.make(() -> end(look, found, receiver));
		});
	}

	private void end(Object look, List<Integer> found, Consumer<List<Integer>> receiver) {
		if (this.awaited == look) {
			this.awaited = null;
			receiver.accept(found);
		}
	}

}
