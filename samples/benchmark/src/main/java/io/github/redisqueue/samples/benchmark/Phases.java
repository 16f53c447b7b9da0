package io.github.redisqueue.samples.benchmark;

import io.github.redisqueue.samples.benchmark.load.Instances;
import org.HdrHistogram.Histogram;

/**
 * Phases of an instance that several scenarios measure. The measurements are added to the
 * result.
 */
record Phases(Bench bench, Instances instance, String queue) {

	static final String FILL = "enqueue in batches";

	static final String ONE_BY_ONE = "enqueue one by one";

	static final String DRAIN = "drain";

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
	Histogram sendAtRate(String name, int round, int jobs, int rate) {
		Label label = new Label(name, this.queue, round);
		Meter phase = begin();
		Histogram nanos = this.instance.sendAtRate(jobs, rate);
		this.bench.keep(phase.end(label, jobs));
		this.instance.await();
		return nanos;
	}

}
