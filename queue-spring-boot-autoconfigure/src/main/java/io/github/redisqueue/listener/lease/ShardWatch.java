package io.github.redisqueue.listener.lease;

import java.util.List;

import io.github.redisqueue.bell.Waiter;
import io.github.redisqueue.listener.lease.ShardLane.State;

/**
 * How a {@link LeaseLoop} learns of jobs in shards that wait: by the bell, if a handler
 * awaits jobs. While another shard has enough of them, the wake-ups of the bell mean that
 * one, and a look now and then takes the place of the bell. Used within
 * {@link StateLock}, but for {@link #deaf}.
 */
final class ShardWatch implements Waiter {

	private final LeaseLoop loop;

	/**
	 * Whether shards wait, and the bell may not be listened to, so that room for jobs is
	 * a reason to {@linkplain #begin() begin} again.
	 */
	volatile boolean deaf;

	/** Whether a look is scheduled. */
	boolean looksLater;

	/** Whether a call was answered since the last look, so that one is worth while. */
	boolean answered;

	ShardWatch(LeaseLoop loop) {
		this.loop = loop;
	}

	@Override
	public boolean onWakeUp(int shard) {
		boolean[] accepted = { false };
		this.loop.stateLock.make(() -> {
			for (ShardLane lane : this.loop.closed ? List.<ShardLane>of() : this.loop.lanes.meant(shard)) {
				// Other instances may not know what this one does.
				accepted[0] |= !this.loop.lanes.isEnough(lane, this.loop.consumer) && onNews(lane);
			}
		});
		return accepted[0];
	}

	private boolean onNews(ShardLane lane) {
		switch (lane.state) {
			case LEASING -> {
				lane.wokenUp();
				return true;
			}
			case WAITING -> {
				// Before the handlers are looked at: who becomes idle calls onRoom.
				this.loop.wantsRoom(lane);
				if (this.loop.consumer.isAwaitingJobs()) {
					this.loop.ask();
				}
				return lane.state == State.LEASING;
			}
			default -> {
				this.loop.ask();
				return lane.state == State.LEASING || keepsWakeUp(lane);
			}
		}
	}

	/**
	 * A shard that cannot be asked, though there is room, must not make the listener deaf
	 * to the other shards. Its wake-up is passed on after a pause.
	 */
	private boolean keepsWakeUp(ShardLane lane) {
		boolean keeps = this.loop.lanes.areSeveral() && this.loop.room() > 0;
		if (keeps) {
			this.loop.later(() -> {
				if (lane.state == State.FULL || lane.state == State.BACKING_OFF) {
					this.loop.passOn(lane);
				}
			}, ShardLane.WAKE_UP_PAUSE);
		}
		return keeps;
	}

	@Override
	public boolean onOffer(int shard) {
		boolean[] taken = { false };
		this.loop.stateLock.make(() -> {
			ShardLane lane = this.loop.lanes.get(shard);
			taken[0] = lane.offered() || (!this.loop.closed && onNews(lane));
		});
		return taken[0];
	}

	@Override
	public void onGap() {
		this.loop.stateLock.make(() -> {
			this.loop.lanes.all.forEach(ShardLane::wantsLook);
			this.loop.ask();
		});
	}

	/** Begins to watch the shards that wait, as far as there is room for jobs. */
	void begin() {
		// Set before the room is read: room that comes in between calls onRoom.
		this.deaf = !this.loop.closed && this.loop.lanes.any(State.WAITING);
		if (this.deaf && this.loop.lanes.areEnough(this.loop.consumer)) {
			lookLater();
		}
		else if (this.deaf && this.loop.consumer.isAwaitingJobs() && this.loop.room() > 0) {
			this.deaf = false;
			this.loop.stateLock.then(this.loop.bell::listen);
		}
	}

	private void lookLater() {
		if (!this.looksLater) {
			this.looksLater = true;
			this.loop.later(this::look, ShardLane.WAKE_UP_PAUSE);
		}
	}

	private void look() {
		this.looksLater = false;
		if (!this.loop.closed && this.answered) {
			this.answered = false;
			this.loop.probes.lookAtWaiting();
		}
		begin();
	}

}
