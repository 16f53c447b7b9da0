package io.github.redisqueue.samples.benchmark.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import io.github.redisqueue.samples.benchmark.result.Chart.Point;

/**
 * How fast a number grows over time, looked at by a thread of its own until it is closed.
 */
public final class Timeline implements AutoCloseable {

	private static final double NANOS = 1e9;

	private final LongSupplier count;

	private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor((work) -> {
		Thread thread = new Thread(work, "benchmark-timeline");
		thread.setDaemon(true);
		return thread;
	});

	private final List<Point> points = new ArrayList<>();

	private final long start = System.nanoTime();

	private long lastTime = this.start;

	private long lastCount;

	/**
	 * Begins to look.
	 * @param count the number
	 * @param interval how often to look
	 */
	public Timeline(LongSupplier count, Duration interval) {
		this.count = count;
		this.lastCount = count.getAsLong();
		this.clock.scheduleAtFixedRate(this::look, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
	}

	private synchronized void look() {
		long now = System.nanoTime();
		long counted = this.count.getAsLong();
		double rate = (counted - this.lastCount) * NANOS / (now - this.lastTime);
		this.points.add(Point.at((now - this.start) / NANOS, rate));
		this.lastTime = now;
		this.lastCount = counted;
	}

	/**
	 * What was seen so far.
	 * @return the growth per second by the seconds since the beginning
	 */
	public synchronized List<Point> points() {
		return List.copyOf(this.points);
	}

	@Override
	public void close() {
		this.clock.shutdownNow();
	}

}
