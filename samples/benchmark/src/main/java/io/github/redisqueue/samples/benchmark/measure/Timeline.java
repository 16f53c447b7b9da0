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
 * Records the growth rate of a number over time, on a thread of its own, until it is
 * closed. Thread-safe.
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
	 * Starts the recording.
	 * @param count supplies the number
	 * @param interval the interval between two readings
	 */
	public Timeline(LongSupplier count, Duration interval) {
		this.count = count;
		this.lastCount = count.getAsLong();
		this.clock.scheduleAtFixedRate(this::addPoint, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
	}

	private synchronized void addPoint() {
		long now = System.nanoTime();
		long counted = this.count.getAsLong();
		double rate = (counted - this.lastCount) * NANOS / (now - this.lastTime);
		this.points.add(Point.at((now - this.start) / NANOS, rate));
		this.lastTime = now;
		this.lastCount = counted;
	}

	/**
	 * The points recorded so far.
	 * @return the growth per second (y) by the seconds since the start (x)
	 */
	public synchronized List<Point> points() {
		return List.copyOf(this.points);
	}

	@Override
	public void close() {
		this.clock.shutdownNow();
	}

}
