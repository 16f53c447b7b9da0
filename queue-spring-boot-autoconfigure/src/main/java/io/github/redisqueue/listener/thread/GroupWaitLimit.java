package io.github.redisqueue.listener.thread;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import io.github.redisqueue.background.Timer;
import io.github.redisqueue.listener.job.InFlightJob;
import org.jspecify.annotations.Nullable;

/**
 * How long jobs that have a group wait in this instance for a handler. Those of one queue
 * that no thread has taken within a third of the lease time, at most a second, go back to
 * the queue: they hold the places of their groups, and other instances may be idle. At
 * any time, at most one check of the queue is scheduled, and none unless it has such
 * jobs. Thread-safe.
 */
public final class GroupWaitLimit {

	private static final Duration LONGEST = Duration.ofSeconds(1);

	private final int queue;

	private final Duration waitLimit;

	private final HandlerThreads threads;

	private final Timer timer;

	private final Consumer<List<HandlerTask>> receiver;

	private boolean scheduled;

	/** Creates an instance for the queue with a number; the receiver must not block. */
	public GroupWaitLimit(int queue, Duration leaseTime, HandlerThreads threads, Timer timer,
			Consumer<List<HandlerTask>> receiver) {
		this.queue = queue;
		Duration third = leaseTime.dividedBy(3);
		this.waitLimit = (third.compareTo(LONGEST) < 0) ? third : LONGEST;
		this.threads = threads;
		this.timer = timer;
		this.receiver = receiver;
	}

	/**
	 * When jobs that begin to wait together now are overdue, in terms of
	 * {@link System#nanoTime()}, or null if none of them has a group.
	 */
	public @Nullable Long overdue(List<InFlightJob> jobs) {
		for (InFlightJob job : jobs) {
			if (job.isGrouped()) {
				return System.nanoTime() + this.waitLimit.toNanos();
			}
		}
		return null;
	}

	/** Checks tasks that have been added, if no check of earlier ones includes them. */
	public void watch(List<HandlerTask> added) {
		for (HandlerTask task : added) {
			if (task.overdue() != null) {
				begin();
				return;
			}
		}
	}

	private synchronized void begin() {
		if (!this.scheduled) {
			this.scheduled = true;
			this.timer.schedule(this::check, this.waitLimit);
		}
	}

	/** Called by the timer. The receiver is called without the lock. */
	private void check() {
		WaitingTasks.Overdue overdue;
		synchronized (this) {
			// What is added before this is included in the next check, or begins one.
			overdue = this.threads.takeOverdue(this.queue);
			Long next = overdue.next();
			this.scheduled = next != null;
			if (next != null) {
				this.timer.schedule(this::check, Duration.ofNanos(Math.max(0, next - System.nanoTime())));
			}
		}
		if (!overdue.tasks().isEmpty()) {
			this.receiver.accept(overdue.tasks());
		}
	}

}
