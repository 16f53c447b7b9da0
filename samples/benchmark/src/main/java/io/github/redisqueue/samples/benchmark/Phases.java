package io.github.redisqueue.samples.benchmark;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import io.github.redisqueue.samples.benchmark.load.Instances;
import io.github.redisqueue.samples.benchmark.load.Senders;
import org.HdrHistogram.Histogram;

/**
 * Phases of an instance that several scenarios measure. The measurements are added to the
 * result.
 */
record Phases(Bench bench, Instances instance, String queue) {

	static final String FILL = "enqueue in batches";

	static final String ONE_BY_ONE = "enqueue one by one";

	static final String DRAIN = "drain";

	/** At a rate, the first jobs of a JVM. */
	static final String FRESH = "fresh";

	/** At a rate, after a warm-up. */
	static final String WARM = "warm";

	private static final double MICROS = 1e3;

	private Meter begin() {
		return new Meter(this.bench.server(), this.instance::read);
	}

	/** Fills the queue, which is empty, and measures the memory of its keys, too. */
	void fill(String name, int round, int jobs) {
		Meter phase = begin();
		this.instance.fill(jobs);
		Measurement filled = phase.end(new Label(name, this.queue, round), jobs);
		filled.figures().put(Figure.MEMORY, (double) this.bench.server().memory() / jobs);
		this.bench.keep(filled);
	}

	/** Starts the listener, and sends the first jobs of a process to it at a rate. */
	void fresh(int round, int jobs, int rate) {
		this.instance.listen(0);
		// The first job takes some hundred times as long, as it loads the classes.
		this.instance.sendAtRate(1, rate);
		this.instance.await();
		sendAtRate(FRESH, round, jobs, rate);
	}

	/** Sends jobs with some threads, which share the client and end with the phase. */
	void send(String name, int round, int jobs, int threads) {
		Meter phase = begin();
		Senders senders = this.instance.send(jobs, threads);
		Measurement sent = phase.end(new Label(name, this.queue, round), jobs);
		sent.figures().put(Figure.ALLOCATED, (double) senders.allocated() / jobs);
		keep(sent, senders.nanos());
	}

	private void keep(Measurement measurement, Histogram nanos) {
		measurement.figures().put(Figure.P50, nanos.getValueAtPercentile(50) / MICROS);
		measurement.figures().put(Figure.P99, nanos.getValueAtPercentile(99) / MICROS);
		this.bench.keep(measurement);
	}

	/** Sends jobs that are due at one instant to a running listener. */
	void due(String name, int round, int jobs) {
		Duration ahead = this.bench.server().clockAhead();
		this.instance.listen(0);
		Meter phase = begin();
		Histogram nanos = this.instance.due(jobs, ahead);
		keep(phase.end(new Label(name, this.queue, round), jobs), nanos);
		this.instance.rest();
	}

	/** Sends jobs one by one to a running listener. */
	void serve(String name, int round, int jobs) {
		this.instance.listen(jobs);
		Meter phase = begin();
		this.instance.fillOneByOne(jobs);
		this.instance.await();
		this.bench.keep(phase.end(new Label(name, this.queue, round), jobs));
		this.instance.rest();
	}

	/** Leaves a running listener alone. The figures are those of a second. */
	void idle(String name, int round, Duration duration) {
		Meter phase = begin();
		long begin = System.nanoTime();
		for (long left = duration.toNanos(); left > 0; left = begin + duration.toNanos() - System.nanoTime()) {
			LockSupport.parkNanos(left);
		}
		Measurement idle = phase.end(new Label(name, this.queue, round), Math.max(1, duration.toSeconds()));
		idle.figures().values().remove(Figure.RATE);
		this.bench.keep(idle);
	}

	void oneByOne(int round, int jobs) {
		Meter phase = begin();
		this.instance.fillOneByOne(jobs);
		this.bench.keep(phase.end(new Label(ONE_BY_ONE, this.queue, round), jobs));
	}

	void drain(String name, int round, int jobs) {
		Label label = new Label(name, this.queue, round);
		Meter phase = begin();
		this.instance.listen(jobs);
		this.instance.await();
		this.bench.keep(phase.end(label, jobs));
		this.bench.noteRepeated(label, this.instance.rest());
	}

	/**
	 * Sends jobs at a rate to a running listener. To wait for the last settlements here
	 * would take commands that count.
	 */
	void sendAtRate(String name, int round, int jobs, int rate) {
		Label label = new Label(name, this.queue, round);
		Meter phase = begin();
		Histogram nanos = this.instance.sendAtRate(jobs, rate);
		keep(phase.end(label, jobs), nanos);
		this.instance.await();
	}

}
