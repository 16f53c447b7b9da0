package io.github.redisqueue.script;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Attends to runs that nobody waits for. The client has no timeout for asynchronous
 * commands. Thread-safe.
 *
 * @param timer runs short tasks later
 * @param background runs tasks that may block
 */
record TimedAttendant(ScheduledExecutorService timer, Executor background,
		Duration timeout) implements OperationRun.Attendant {

	private static final long PATIENCE = SilenceWatch.PATIENCE.toNanos();

	/**
	 * {@inheritDoc}
	 * <p>
	 * The connection is in doubt even if the call has been given up before, because its
	 * reply may only be late.
	 */
	@Override
	public OperationRun.Watch watch(OperationRun<?> run, long begin) {
		ReplyTimer started = new ReplyTimer(run);
		started.schedule(Math.min(this.timeout.toNanos(), PATIENCE));
		return started;
	}

	@Override
	public void examine(Runnable task) {
		this.background.execute(task);
	}

	@Override
	public void repeat(Runnable task, long millis) {
		this.timer.schedule(task, millis, TimeUnit.MILLISECONDS);
	}

	/**
	 * The time that a call waits for its reply: gives it up, and doubts its connection,
	 * each when it is due.
	 */
	private final class ReplyTimer implements OperationRun.Watch, Runnable {

		private final OperationRun<?> run;

		/** The task that is due next; null before the first one. */
		private @Nullable ScheduledFuture<?> next;

		private boolean isSecond;

		private boolean stopped;

		/** Whether no reply has come. A call that was given up may still wait for one. */
		private volatile boolean waiting = true;

		ReplyTimer(OperationRun<?> run) {
			this.run = run;
		}

		private synchronized void schedule(long delay) {
			if (!this.stopped) {
				this.next = TimedAttendant.this.timer.schedule(this, delay, TimeUnit.NANOSECONDS);
			}
		}

		@Override
		public void run() {
			long longer = PATIENCE - TimedAttendant.this.timeout.toNanos();
			boolean givesUp = this.isSecond == longer < 0;
			if (!this.isSecond) {
				this.isSecond = true;
				schedule(Math.abs(longer));
			}
			if (givesUp) {
				this.run.giveUp();
			}
			else {
				this.run.doubt(() -> this.waiting);
			}
		}

		@Override
		public void onReply() {
			this.waiting = false;
		}

		@Override
		public synchronized void stop() {
			this.stopped = true;
			if (this.next != null) {
				this.next.cancel(false);
			}
		}

	}

}
