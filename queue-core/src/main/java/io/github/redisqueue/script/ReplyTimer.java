package io.github.redisqueue.script;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * The time that a call waits for its reply, as the client has no timeout for asynchronous
 * commands. Thread-safe.
 */
final class ReplyTimer {

	private final ScheduledExecutorService timer;

	private @Nullable ScheduledFuture<?> next;

	private boolean stopped;

	private volatile boolean waiting = true;

	private ReplyTimer(ScheduledExecutorService timer) {
		this.timer = timer;
	}

	/**
	 * Starts a timer. Its actions must not block. The connection is in doubt even if the
	 * call has been given up before, because its reply may only be late.
	 * @param timer runs the actions
	 * @param timeout the time after which the call is given up
	 * @param giveUp gives the call up
	 * @param doubt called with the timer after {@link SilenceWatch#PATIENCE}
	 */
	static ReplyTimer start(ScheduledExecutorService timer, Duration timeout, Action giveUp, Action doubt) {
		Duration between = SilenceWatch.PATIENCE.minus(timeout);
		ReplyTimer started = new ReplyTimer(timer);
		if (between.isNegative()) {
			started.schedule(doubt, SilenceWatch.PATIENCE, giveUp, between.negated());
		}
		else {
			started.schedule(giveUp, timeout, doubt, between);
		}
		return started;
	}

	private void schedule(Action first, Duration untilFirst, Action second, Duration between) {
		schedule(() -> {
			schedule(() -> second.run(this), between);
			first.run(this);
		}, untilFirst);
	}

	private synchronized void schedule(Runnable task, Duration delay) {
		if (!this.stopped) {
			this.next = this.timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
		}
	}

	/**
	 * The reply has come, or the call has failed. The timer goes on until it is stopped.
	 */
	void onReply() {
		this.waiting = false;
	}

	/** Whether the call still waits for its reply. */
	boolean isWaiting() {
		return this.waiting;
	}

	/** Nothing of the call is left to wait for. */
	synchronized void stop() {
		this.stopped = true;
		if (this.next != null) {
			this.next.cancel(false);
		}
	}

	/** What happens after some time without a reply. */
	interface Action {

		void run(ReplyTimer timer);

	}

}
