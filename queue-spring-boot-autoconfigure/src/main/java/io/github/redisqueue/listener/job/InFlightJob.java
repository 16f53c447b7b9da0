package io.github.redisqueue.listener.job;

import java.time.Duration;

import io.github.redisqueue.Lease;
import io.github.redisqueue.LogText;
import io.github.redisqueue.observation.JobHandling;
import io.github.redisqueue.observation.JobMdc;
import org.jspecify.annotations.Nullable;

/**
 * A job that a listener has leased and not yet settled. What is done with it, and what is
 * known of its lease, are two states: the lease can be lost until the job has ended. An
 * interrupt reaches the handler only between begin and end, and therefore never the next
 * job on the same thread. Thread-safe.
 */
public final class InFlightJob {

	private static final Runnable NOTHING = () -> {
	};

	private final int shard;

	private volatile Lease lease;

	/** Whether only the settlement of the job shows whether its lease was lost. */
	private boolean ended;

	private Hold hold = Hold.HELD;

	/** When its handler has begun, in terms of {@link System#nanoTime()}, or 0. */
	private long begunAt;

	private boolean interrupted;

	/** Since when its settlement is refused, in terms of {@link System#nanoTime()}. */
	private volatile @Nullable Long refusedSince;

	/** What to do when the job is no longer in flight, or null if it is not any more. */
	private @Nullable Runnable whenRemoved = NOTHING;

	/**
	 * The call of the handler that runs, or null. It may run on after the job has ended,
	 * if the handler has acknowledged the job.
	 */
	private @Nullable HandlerCall handler;

	/**
	 * Ends the work that goes on without a thread of the listener, or null if the handler
	 * has not left such work behind. Kept when the job ends.
	 */
	private @Nullable Runnable cancellation;

	/** What to do when the job has finished, or null if it has. */
	private @Nullable Runnable whenFinished = NOTHING;

	private volatile JobHandling handling = JobHandling.NONE;

	public InFlightJob(int shard, Lease lease) {
		this.shard = shard;
		this.lease = lease;
	}

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

	public int shard() {
		return this.shard;
	}

	/** The lease with the latest known deadline. */
	public Lease lease() {
		return this.lease;
	}

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

	/** Begins, as {@link #begin()} does, perhaps with other jobs. */
	public synchronized boolean begin(HandlerCall call) {
		long now = System.nanoTime();
		if (isLost() || (lease().deadline() - now <= 0 && !isCompleted())) {
			call.leaveOut();
			return false;
		}
		this.handler = call;
		this.begunAt = now;
		return true;
	}

	/** When the handler of a job that is running has begun. */
	public synchronized long begunAt() {
		return this.begunAt;
	}

	public synchronized boolean hasBegun() {
		return this.begunAt != 0;
	}

	/**
	 * From now on the job has no lease that could be lost, because it is being completed
	 * before its handler begins.
	 * @return false if the lease was lost before, and the job must not be completed
	 */
	public synchronized boolean completing() {
		this.hold = isLost() ? this.hold : Hold.COMPLETED;
		return isCompleted();
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

	/** Ends the job, as {@link #end()} does, but leaves its handler running. */
	public synchronized boolean acknowledge() {
		this.ended = true;
		return !isLost();
	}

	/** The settlement of the job is under way, so nobody has to wait for its work. */
	public void finish() {
		Runnable action;
		synchronized (this) {
			action = this.whenFinished;
			this.whenFinished = null;
		}
		if (action != null) {
			action.run();
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
			Runnable before = this.whenFinished;
			if (before != null) {
				this.whenFinished = () -> {
					before.run();
					action.run();
				};
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
			if (!isExpiring()) {
				return false;
			}
			this.hold = isRunning() ? Hold.LOST_WHILE_RUNNING : Hold.LOST;
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
			if (this.whenRemoved != null) {
				this.whenRemoved = action;
				return;
			}
		}
		action.run();
	}

	void removed() {
		Runnable action;
		synchronized (this) {
			action = this.whenRemoved;
			this.whenRemoved = null;
		}
		if (action != null) {
			action.run();
		}
	}

	public synchronized boolean wasInterrupted() {
		return this.interrupted;
	}

	/** Whether the handler runs, or the work that it has begun. */
	synchronized boolean isRunning() {
		return this.handler != null || (this.cancellation != null && !this.ended);
	}

	/** Whether the job was completed before its handler began. */
	public synchronized boolean isCompleted() {
		return this.hold == Hold.COMPLETED;
	}

	/** Whether only the settlement of the job shows whether its lease was lost. */
	public synchronized boolean hasEnded() {
		return this.ended;
	}

	public synchronized boolean isLost() {
		return this.hold == Hold.LOST || this.hold == Hold.LOST_WHILE_RUNNING;
	}

	/** Whether the lease was lost while the job was {@linkplain #isRunning() running}. */
	synchronized boolean wasLostWhileRunning() {
		return this.hold == Hold.LOST_WHILE_RUNNING;
	}

	/**
	 * Its settlement is refused, and not only unconfirmed. Returns whether that is news.
	 */
	public synchronized boolean refuse() {
		if (isRefused()) {
			return false;
		}
		this.refusedSince = System.nanoTime();
		return true;
	}

	public boolean isRefused() {
		return this.refusedSince != null;
	}

	boolean isRefusedFor(Duration time) {
		Long since = this.refusedSince;
		return since != null && System.nanoTime() - since > time.toNanos();
	}

	/** Whether the job still depends on its lease. */
	synchronized boolean isExpiring() {
		return this.hold == Hold.HELD && !this.ended;
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

	/** What is known of the lease of a job. */
	private enum Hold {

		/** It can be lost. */
		HELD,

		/** It was lost before the handler began, or after it returned. */
		LOST,

		/** It was lost while the handler ran, or the work that it had begun. */
		LOST_WHILE_RUNNING,

		/** There is none: the job is completed before its handler begins. */
		COMPLETED

	}

}
