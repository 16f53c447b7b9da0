package io.github.redisqueue.script;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The time that a call waits for its reply, as the client has no timeout for asynchronous
 * commands. Thread-safe.
 */
final class ReplyTimer implements ReplyWatch {

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
	 * @param doubt called with whether the call still waits, after
	 * {@link SilenceWatch#PATIENCE}
	 */
	static ReplyTimer start(ScheduledExecutorService timer, Duration timeout, Runnable giveUp,
			Consumer<BooleanSupplier> doubt) {
		Duration between = SilenceWatch.PATIENCE.minus(timeout);
		ReplyTimer started = new ReplyTimer(timer);
		Runnable doubting = () -> doubt.accept(started::isWaiting);
		if (between.isNegative()) {
			started.schedule(doubting, SilenceWatch.PATIENCE, giveUp, between.negated());
		}
		else {
			started.schedule(giveUp, timeout, doubting, between);
		}
		return started;
	}

	private void schedule(Runnable first, Duration untilFirst, Runnable second, Duration between) {
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

	private boolean isWaiting() {
		return this.waiting;
	}

	@Override
	public synchronized void stop() {
		this.stopped = true;
		if (this.next != null) {
			this.next.cancel(false);
		}
	}

}
