package io.github.redisqueue.test;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * A timer whose tasks run sooner or later than asked for. Thread-safe.
 */
public final class ChangedTimer extends ScheduledThreadPoolExecutor implements AutoCloseable {

	private final UnaryOperator<Duration> change;

	/**
	 * Creates a timer.
	 * @param change changes the delay of each task
	 */
	public ChangedTimer(UnaryOperator<Duration> change) {
		super(1);
		this.change = change;
	}

	@Override
	public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
		return super.schedule(task, this.change.apply(Duration.of(delay, unit.toChronoUnit())).toNanos(),
				TimeUnit.NANOSECONDS);
	}

	@Override
	public void close() {
		shutdownNow();
	}

}
