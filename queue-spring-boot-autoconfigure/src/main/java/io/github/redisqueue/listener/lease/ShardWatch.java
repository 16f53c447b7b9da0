package io.github.redisqueue.listener.lease;

import io.github.redisqueue.bell.Bell;
import io.github.redisqueue.listener.job.Timer;

/**
 * How a {@link LeaseLoop} learns of jobs in shards that wait: by the bell, if a handler
 * awaits jobs. While another shard has enough of them, the tokens of the bell mean that
 * one, and a look now and then takes the place of the bell. Used within {@link Changes},
 * but for {@link #isDeaf()}.
 */
final class ShardWatch {

	private final LeaseLoop loop;

	private final Bell bell;

	private final Intake intake;

	private final Timer timer;

	private final Changes changes;

	private final Looks looks;

	/** Whether shards wait, and the bell may not be listened to. */
	private volatile boolean deaf;

	/** Whether a look is scheduled. */
	private boolean looksLater;

	/** Whether a call was answered since the last look. */
	private boolean answered;

	ShardWatch(LeaseLoop loop, Bell bell, Intake intake, Timer timer, Changes changes, Looks looks) {
		this.loop = loop;
		this.bell = bell;
		this.intake = intake;
		this.timer = timer;
		this.changes = changes;
		this.looks = looks;
	}

	/** Whether room for jobs is a reason to {@linkplain #begin() begin} again. */
	boolean isDeaf() {
		return this.deaf;
	}

	/** Waits for no look any more. */
	void forget() {
		this.looksLater = false;
	}

	/** A call was answered, so that looks are worth while. */
	void answered() {
		this.answered = true;
	}

	/** Begins to watch the shards that wait, as far as there is room for jobs. */
	void begin() {
		// Set before the room is read: room that comes in between calls onRoom.
		this.deaf = !this.loop.isClosed() && this.loop.lanes().anyWaiting();
		if (this.deaf && this.loop.lanes().areEnough(this.intake)) {
			lookLater();
		}
		else if (this.deaf && this.intake.isAwaitingJobs() && this.loop.room() > 0) {
			this.deaf = false;
			this.changes.then(this.bell::listen);
		}
	}

	private void lookLater() {
		if (!this.looksLater) {
			this.looksLater = true;
			this.timer.schedule(() -> this.changes.make(this::look), ShardLane.WAKE_UP_PAUSE);
		}
	}

	private void look() {
		this.looksLater = false;
		if (!this.loop.isClosed() && this.answered) {
			this.answered = false;
			this.looks.atWaiting(this.loop.lanes(), this.loop::ask);
		}
		begin();
	}

}
