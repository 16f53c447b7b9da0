package io.github.redisqueue.samples.benchmark.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.measure.Server;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * What happens in each interval of a long time. Thread-safe.
 */
final class SoakRecord {

	private static final double MILLION = 1e6;

	private static final double NANOS = 1e9;

	private final Server server;

	private final Recorder recorder = new Recorder(TimeUnit.HOURS.toNanos(1), 3);

	private final Histogram all = LatencyScenario.histogram();

	private final List<Interval> intervals = new ArrayList<>();

	private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

	private long start;

	private long last;

	SoakRecord(Server server) {
		this.server = server;
	}

	/**
	 * What happened in an interval.
	 *
	 * @param seconds when it ended, since the beginning
	 * @param jobsPerSecond how many handlers began
	 * @param p50 the latency of half of the jobs at most, in ms
	 * @param p99 the latency of 99 % of the jobs at most, in ms
	 * @param max the longest latency, in ms
	 * @param memory what was in use at its end
	 */
	record Interval(double seconds, double jobsPerSecond, double p50, double p99, double max, Memory memory) {

		double heap() {
			return this.memory.heap();
		}

		double redis() {
			return this.memory.redis();
		}

	}

	/**
	 * Memory in use, in MB.
	 *
	 * @param heap what the last collection left on the heap of this JVM
	 * @param redis memory in use by the server
	 */
	record Memory(double heap, double redis) {

	}

	void started(long nanos) {
		this.recorder.recordValue(Math.max(0, nanos));
	}

	void begin(Duration interval) {
		this.start = System.nanoTime();
		this.last = this.start;
		this.clock.scheduleAtFixedRate(this::look, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
	}

	private synchronized void look() {
		long now = System.nanoTime();
		Histogram nanos = this.recorder.getIntervalHistogram();
		this.all.add(nanos);
		Memory memory = new Memory(Meter.liveHeap() / MILLION, this.server.info().number("used_memory") / MILLION);
		this.intervals.add(new Interval((now - this.start) / NANOS, nanos.getTotalCount() * NANOS / (now - this.last),
				nanos.getValueAtPercentile(50) / MILLION, nanos.getValueAtPercentile(99) / MILLION,
				nanos.getMaxValue() / MILLION, memory));
		this.last = now;
	}

	/** Ends the intervals; a last one that is not full does not count. */
	List<Interval> end() {
		this.clock.shutdown();
		synchronized (this) {
			return List.copyOf(this.intervals);
		}
	}

	synchronized Histogram all() {
		this.all.add(this.recorder.getIntervalHistogram());
		return this.all;
	}

}
