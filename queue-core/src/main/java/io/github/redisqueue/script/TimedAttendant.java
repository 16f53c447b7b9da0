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
 * @param timeout how long to wait for the reply to each attempt
 */
record TimedAttendant(ScheduledExecutorService timer, Executor background,
		Duration timeout) implements OperationRun.Attendant {

	/**
	 * {@inheritDoc}
	 * <p>
	 * The connection is in doubt even if the call has been given up before, because its
	 * reply may only be late.
	 */
	@Override
	public OperationRun.Watch watch(OperationRun<?> run, long begin) {
		Duration between = SilenceWatch.PATIENCE.minus(this.timeout);
		ReplyTimer started = new ReplyTimer(this.timer);
		Runnable doubting = () -> run.doubt(() -> started.waiting);
		if (between.isNegative()) {
			started.schedule(doubting, SilenceWatch.PATIENCE, run::giveUp, between.negated());
		}
		else {
			started.schedule(run::giveUp, this.timeout, doubting, between);
		}
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

	/** The time that a call waits for its reply. */
	private static final class ReplyTimer implements OperationRun.Watch {

		private final ScheduledExecutorService timer;

		/** The task that is due next; null before the first one. */
		private @Nullable ScheduledFuture<?> next;

		private boolean stopped;

		/** Whether no reply has come. A call that was given up may still wait for one. */
		private volatile boolean waiting = true;

		ReplyTimer(ScheduledExecutorService timer) {
			this.timer = timer;
		}

		void schedule(Runnable first, Duration untilFirst, Runnable second, Duration between) {
			schedule(() -> {
				schedule(second, between);
				first.run();
			}, untilFirst);
		}

		private synchronized void schedule(Runnable task, Duration delay) {
			if (!this.stopped) {
				this.next = this.timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
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
