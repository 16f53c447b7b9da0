package io.github.redisqueue.listener.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.Lease;
import io.github.redisqueue.LogText;
import io.github.redisqueue.observation.JobHandling;
import io.github.redisqueue.observation.JobMdc;
import org.jspecify.annotations.Nullable;

/**
 * A job that a listener has leased and not yet settled. The job waits for a handler,
 * runs, ends, and waits for its settlement. Until it has ended, its lease can be lost. An
 * interrupt reaches the handler only between begin and end, and therefore never the next
 * job on the same thread. A job whose handler has returned, but whose work goes on, is
 * detached from the thread until it ends. Thread-safe.
 */
public final class InFlightJob {

	private final int shard;

	private volatile Lease lease;

	private boolean begun;

	/** When its handler has begun, in terms of {@link System#nanoTime()}. */
	private long begunAt;

	private boolean ended;

	private boolean lost;

	private boolean lostWhileRunning;

	private boolean completed;

	private boolean interrupted;

	private boolean removed;

	private volatile boolean refused;

	/** When that was known, in terms of {@link System#nanoTime()}. */
	private long refusedSince;

	private @Nullable Runnable whenRemoved;

	private @Nullable HandlerCall handler;

	/** Ends the work that goes on without a thread of the listener. */
	private @Nullable Runnable cancellation;

	private @Nullable List<Runnable> whenFinished;

	private boolean finished;

	private volatile JobHandling handling = JobHandling.NONE;

	InFlightJob(int shard, Lease lease) {
		this.shard = shard;
		this.lease = lease;
	}

	/** Remembers the observation of the call of the handler. */
	public void observe(JobHandling handling) {
		this.handling = handling;
	}

	/**
	 * Runs something that may log: its lines name the job, and belong to the trace of its
	 * handling, if it was handled.
	 */
	public void log(Runnable action) {
		JobMdc.run(lease(), () -> this.handling.scoped(action));
	}

	/** The number of the shard that the job is in. */
	public int shard() {
		return this.shard;
	}

	/** The lease with the latest known deadline. */
	public Lease lease() {
		return this.lease;
	}

	/** Whether the job belongs to a group. */
	public boolean isGrouped() {
		return this.lease.job().group() != null;
	}

	/** Sets the extended lease, unless a later call has extended it already. */
	synchronized void extend(Lease lease) {
		if (lease.deadline() - this.lease.deadline() > 0) {
			this.lease = lease;
		}
	}

	/**
	 * Begins to run the handler on the current thread.
	 * @return false if the lease was lost or has expired, and the handler must not run
	 */
	public boolean begin() {
		return begin(new HandlerCall(1));
	}

	/**
	 * Begins to run the handler on the current thread, perhaps with other jobs.
	 * @param call the call of the handler
	 * @return false if the lease was lost or has expired, and the handler must not get
	 * the job
	 */
	public synchronized boolean begin(HandlerCall call) {
		if (this.lost || (isExpired() && !this.completed)) {
			call.leaveOut();
			return false;
		}
		this.handler = call;
		this.begun = true;
		this.begunAt = System.nanoTime();
		return true;
	}

	/** When the handler of a job that is running has begun. */
	public synchronized long begunAt() {
		return this.begunAt;
	}

	/** Whether a handler has begun with the job. */
	public synchronized boolean hasBegun() {
		return this.begun;
	}

	/**
	 * From now on the job has no lease that could be lost, because it is being completed
	 * before its handler begins.
	 * @return false if the lease was lost before, and the job must not be completed
	 */
	public synchronized boolean completing() {
		this.completed = !this.lost;
		return this.completed;
	}

	/**
	 * Ends the job: from now on only its settlement shows whether the lease was lost.
	 * Called by the thread of the handler, or by another thread if no handler runs.
	 * @return false if the lease was lost before
	 */
	public boolean end() {
		leave();
		return acknowledge();
	}

	/**
	 * Ends the job, as {@link #end()} does, but leaves its handler running.
	 * @return false if the lease was lost before
	 */
	public synchronized boolean acknowledge() {
		this.ended = true;
		return !this.lost;
	}

	/** The settlement of the job is under way, so nobody has to wait for its work. */
	public void finish() {
		@Nullable List<Runnable> actions;
		synchronized (this) {
			this.finished = true;
			actions = this.whenFinished;
			this.whenFinished = null;
		}
		if (actions != null) {
			actions.forEach(Runnable::run);
		}
	}

	/** The handler has returned, on the current thread, if it has run at all. */
	public synchronized void leave() {
		if (this.handler != null) {
			this.handler = null;
			Thread.interrupted();
		}
	}

	/**
	 * The handler has returned, and the work of the job goes on.
	 * @param cancellation asks the work to end; must not block
	 */
	public void detach(Runnable cancellation) {
		boolean wasInterrupted;
		synchronized (this) {
			leave();
			this.cancellation = cancellation;
			wasInterrupted = this.interrupted;
		}
		if (wasInterrupted) {
			cancellation.run();
		}
	}

	/** Whether the handler has returned before the work of the job ended. */
	public synchronized boolean isDetached() {
		return this.cancellation != null;
	}

	/**
	 * Runs something when the job has {@linkplain #finish() finished}, or now if it has.
	 * Must not block.
	 */
	public void whenFinished(Runnable action) {
		synchronized (this) {
			if (!this.finished) {
				this.whenFinished = (this.whenFinished != null) ? this.whenFinished : new ArrayList<>();
				this.whenFinished.add(action);
				return;
			}
		}
		action.run();
	}

	/**
	 * Records that the lease was lost, and interrupts the handler.
	 * @return false if there is nothing to record: the loss is known, the job has ended,
	 * or the job was completed before its handler began
	 */
	boolean markLost() {
		synchronized (this) {
			if (this.lost || this.ended || this.completed) {
				return false;
			}
			this.lost = true;
			this.lostWhileRunning = isRunning();
		}
		interrupt();
		return true;
	}

	/** Interrupts the handler, or cancels the work that goes on after it. */
	public void interrupt() {
		Runnable cancel;
		synchronized (this) {
			if (this.handler != null) {
				boolean first = !this.interrupted;
				this.interrupted = true;
				this.handler.interrupt(first);
				return;
			}
			cancel = this.ended ? null : this.cancellation;
			this.interrupted |= cancel != null;
		}
		if (cancel != null) {
			cancel.run();
		}
	}

	/**
	 * Runs something when the job is no longer in flight: it was settled, or given up.
	 * Must not block.
	 */
	public void whenRemoved(Runnable action) {
		synchronized (this) {
			if (!this.removed) {
				this.whenRemoved = action;
				return;
			}
		}
		action.run();
	}

	/** The job is no longer in flight. */
	void removed() {
		Runnable action;
		synchronized (this) {
			this.removed = true;
			action = this.whenRemoved;
			this.whenRemoved = null;
		}
		if (action != null) {
			action.run();
		}
	}

	/** Whether the listener has interrupted the handler. */
	public synchronized boolean wasInterrupted() {
		return this.interrupted;
	}

	/** Whether the handler runs, or the work that it has begun. */
	synchronized boolean isRunning() {
		return this.handler != null || (this.cancellation != null && !this.ended);
	}

	/** Whether the job was completed before its handler began. */
	synchronized boolean isCompleted() {
		return this.completed;
	}

	/** Whether only the settlement of the job shows whether its lease was lost. */
	public synchronized boolean hasEnded() {
		return this.ended;
	}

	public synchronized boolean isLost() {
		return this.lost;
	}

	/** Whether the lease was lost while the job was {@linkplain #isRunning() running}. */
	synchronized boolean wasLostWhileRunning() {
		return this.lostWhileRunning;
	}

	/**
	 * Its settlement is refused, and not only unconfirmed.
	 * @return whether that is news
	 */
	public synchronized boolean refuse() {
		boolean first = !this.refused;
		if (first) {
			this.refusedSince = System.nanoTime();
			this.refused = true;
		}
		return first;
	}

	/** Whether its settlement is refused. */
	public boolean isRefused() {
		return this.refused;
	}

	/** Whether its settlement has been refused for some time. */
	boolean isRefusedFor(Duration time) {
		return this.refused && System.nanoTime() - this.refusedSince > time.toNanos();
	}

	/** Whether the job still depends on its lease. */
	synchronized boolean isExpiring() {
		return !this.lost && !this.ended && !this.completed;
	}

	/** Whether the deadline of the lease has passed by the clock of this machine. */
	public boolean isExpired() {
		return lease().deadline() - System.nanoTime() <= 0;
	}

	@Override
	public String toString() {
		Lease lease = lease();
		return "Job '" + LogText.shortened(lease.id()) + "' of queue '" + lease.queue() + "' (attempt "
				+ lease.attempt() + ")";
	}

}
