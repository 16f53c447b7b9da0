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
 * Records throughput, latency and memory in intervals. Thread-safe.
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
	 * The record of one interval.
	 *
	 * @param seconds the end of the interval, in seconds since the start
	 * @param jobsPerSecond the number of handlers that began per second
	 * @param p50 the latency that 50 % of the jobs do not exceed, in ms
	 * @param p99 the latency that 99 % of the jobs do not exceed, in ms
	 * @param max the longest latency, in ms
	 * @param memory the memory in use at the end of the interval
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
	 * @param heap the heap of this JVM after the last garbage collection
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
		this.clock.scheduleAtFixedRate(this::addInterval, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
	}

	private synchronized void addInterval() {
		long now = System.nanoTime();
		Histogram nanos = this.recorder.getIntervalHistogram();
		this.all.add(nanos);
		Memory memory = new Memory(Meter.liveHeap() / MILLION, this.server.info().number("used_memory") / MILLION);
		this.intervals.add(new Interval((now - this.start) / NANOS, nanos.getTotalCount() * NANOS / (now - this.last),
				nanos.getValueAtPercentile(50) / MILLION, nanos.getValueAtPercentile(99) / MILLION,
				nanos.getMaxValue() / MILLION, memory));
		this.last = now;
	}

	/** Ends the recording. Returns the complete intervals. */
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
