package io.github.redisqueue.samples.benchmark.scenario;

import java.time.Duration;
import java.util.List;

import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Sender;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.measure.Timeline;
import io.github.redisqueue.samples.benchmark.result.Chart.Point;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Measurement;
import io.github.redisqueue.samples.benchmark.result.Result;

/**
 * Phases of an application that several scenarios measure. The measurements are added to
 * the result.
 */
final class Phases {

	static final String FILL = "enqueue in batches";

	static final String ONE_BY_ONE = "enqueue one by one";

	static final String DRAIN = "drain";

	private static final Duration TIMELINE_INTERVAL = Duration.ofMillis(50);

	private final Bench bench;

	private final LoadApplication application;

	private final Result result;

	Phases(Bench bench, LoadApplication application, Result result) {
		this.bench = bench;
		this.application = application;
		this.result = result;
	}

	/** Sends jobs to an empty queue. */
	void fill(Label label, int jobs) {
		fill(label, this.application.sender(), jobs);
	}

	/** Sends jobs to an empty queue with a sender. */
	void fill(Label label, Sender sender, int jobs) {
		this.bench.server().purge();
		Meter.Phase phase = this.bench.meter().begin();
		sender.inBatches(0, jobs);
		this.bench.keep(phase.endOfFilling(label, jobs), this.result);
	}

	/** Sends jobs to an empty queue one by one, and empties it again. */
	void oneByOne(Label label, int jobs) {
		this.bench.server().purge();
		Meter.Phase phase = this.bench.meter().begin();
		this.application.sender().oneByOne(0, jobs, null);
		this.bench.keep(phase.endOfFilling(label, jobs), this.result);
		this.bench.server().purge();
	}

	/**
	 * Drains the queue until all jobs are settled. Returns the throughput over time.
	 */
	List<Point> drain(Label label, int jobs, Work.Plan plan) {
		Work work = this.application.expect(jobs, plan);
		try (Timeline timeline = new Timeline(work::handled, TIMELINE_INTERVAL)) {
			Meter.Phase phase = this.bench.meter().begin();
			this.application.listener().start();
			work.await();
			this.application.awaitRest();
			Measurement measurement = phase.end(label, jobs);
			this.application.listener().stop();
			this.bench.keep(measurement, this.result);
			check(label, work);
			return timeline.points();
		}
	}

	/** Notes repeated handling, which is allowed but not expected without crashes. */
	void check(Label label, Work work) {
		if (work.repeated() > 0) {
			this.result.notes().add(label + ": " + work.repeated() + " jobs were handled more than once");
		}
	}

	/** Runs all operations often enough for the JIT compiler. */
	void warmUp(String queue, int jobs, int rounds) {
		for (int i = 0; i < rounds; i++) {
			Label label = Label.ours("warm-up", queue, -i);
			fill(label, jobs);
			drain(label, jobs, Work.Plan.NOTHING);
			Work work = this.application.expect(jobs, Work.Plan.NOTHING);
			this.application.listener().start();
			this.application.sender().oneByOne(0, jobs, null);
			work.await();
			this.application.awaitRest();
			this.application.listener().stop();
		}
	}

}
