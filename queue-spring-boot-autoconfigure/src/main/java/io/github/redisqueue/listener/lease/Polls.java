package io.github.redisqueue.listener.lease;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.redisqueue.LeaseResult;

/**
 * How a {@link LeaseLoop} finds jobs that no bell told of: it polls the first shard, and
 * if no other instance has done so, the poll goes on with a look at all shards. Used
 * within {@link StateLock}.
 */
final class Polls {

	private final LeaseLoop loop;

	private final ShardCalls calls;

	private final ShardProbes probes;

	private final PollTimes times;

	private Runnable next = ShardLane.NO_TIMER;

	Polls(LeaseLoop loop, ShardCalls calls, ShardProbes probes, PollTimes times) {
		this.loop = loop;
		this.calls = calls;
		this.probes = probes;
		this.times = times;
	}

	/** Schedules the next poll, in place of the one that was. */
	void schedule() {
		schedule(this.times.interval());
	}

	private void schedule(Duration worthIt) {
		end();
		this.next = this.loop.later(this::poll, this.times.next(worthIt));
	}

	/** Polls no more. */
	void end() {
		this.next.run();
	}

	private void poll() {
		if (this.loop.isClosed()) {
			return;
		}
		ShardLane lane = this.loop.lanes().get(0);
		int max = this.loop.room(lane);
		if (!lane.isWaiting()) {
			schedule();
			this.loop.ask();
			lookAtWaiting();
		}
		else if (max <= 0) {
			// The poll comes with the room.
			this.loop.lanes().all().stream().filter(ShardLane::isWaiting).forEach(ShardLane::wantsJobs);
			schedule();
			this.loop.ask();
		}
		else {
			lane.polling(max);
			this.loop.callLater(lane, () -> poll(lane, max));
		}
	}

	private CompletableFuture<LeaseResult> poll(ShardLane lane, int max) {
		return this.calls.poll(lane.shard, max, this.times.interval())
			.whenComplete((poll, failure) -> this.loop.change(() -> {
				if (!this.loop.isClosed()) {
					schedule((failure != null) ? this.times.interval() : poll.next());
					if (failure == null && poll.result() != null) {
						lookAtWaiting();
					}
				}
			}))
			.thenApply((poll) -> (poll.result() != null) ? poll.result() : lane.asBefore());
	}

	private void lookAtWaiting() {
		this.probes.atWaiting(this.loop.lanes(), this.loop::ask);
	}

}
