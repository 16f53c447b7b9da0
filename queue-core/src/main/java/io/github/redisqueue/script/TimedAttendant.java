package io.github.redisqueue.script;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Attends to runs that nobody waits for. Thread-safe.
 *
 * @param timer runs short tasks later
 * @param background runs tasks that may block
 * @param timeout how long to wait for the reply to each attempt
 */
record TimedAttendant(ScheduledExecutorService timer, Executor background, Duration timeout) implements Attendant {

	@Override
	public ReplyWatch watch(long begin, Runnable giveUp, Consumer<BooleanSupplier> doubt) {
		return ReplyTimer.start(this.timer, this.timeout, giveUp, doubt);
	}

	@Override
	public void examine(Runnable task) {
		this.background.execute(task);
	}

	@Override
	public void repeat(Runnable task, long millis) {
		this.timer.schedule(task, millis, TimeUnit.MILLISECONDS);
	}

}
