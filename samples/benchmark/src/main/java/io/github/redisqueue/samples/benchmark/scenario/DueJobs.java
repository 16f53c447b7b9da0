package io.github.redisqueue.samples.benchmark.scenario;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.LongAdder;

import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Measurement;
import io.github.redisqueue.samples.benchmark.result.Result;
import org.HdrHistogram.Histogram;

/**
 * Sends jobs that are all due at one instant, round by round. Each round reserves twice
 * the time for sending that the previous round needed.
 */
final class DueJobs {

	private static final Duration MARGIN = Duration.ofMillis(500);

	private static final int ATTEMPTS = 6;

	private final Bench bench;

	private final int jobs;

	private final LoadApplication application;

	private final Phases phases;

	private final Result result;

	private final LongAdder early = new LongAdder();

	private Duration lead;

	DueJobs(Bench bench, LoadApplication application, Phases phases, int jobs, Result result) {
		this.bench = bench;
		this.jobs = jobs;
		this.application = application;
		this.phases = phases;
		this.result = result;
		this.lead = MARGIN.plusMillis(jobs);
	}

	/** The number of handlers that began before the instant, in all rounds. */
	long early() {
		return this.early.sum();
	}

	/** Measures a round. Returns how late handlers began, in ns. */
	Histogram measure(Label label) {
		for (int i = 0; i < ATTEMPTS; i++) {
			Histogram lateness = LatencyScenario.histogram();
			if (wereSentInTime(label, lateness)) {
				return lateness;
			}
			this.lead = this.lead.multipliedBy(3);
		}
		throw new IllegalStateException("The jobs were due before all of them were sent, although sending had "
				+ this.lead.dividedBy(3).toSeconds() + " s. Use fewer --jobs");
	}

	/**
	 * Runs a round. Returns false, and keeps no measurement, if the last job was not sent
	 * before the instant.
	 */
	private boolean wereSentInTime(Label label, Histogram lateness) {
		this.bench.server().purge();
		Duration ahead = this.bench.server().clockAhead();
		Instant start = Instant.now();
		Instant due = start.plus(ahead).plus(this.lead).truncatedTo(ChronoUnit.MILLIS);
		Instant dueHere = due.minus(ahead);
		Work work = this.application.expect(this.jobs,
				new Work.Plan(Duration.ZERO, 0, (number, sent) -> started(dueHere, lateness)));
		Meter.Phase phase = this.bench.meter().begin();
		this.application.listener().start();
		this.application.sender().oneByOne(0, this.jobs, due);
		Instant sent = Instant.now();
		work.await();
		this.application.awaitRest();
		Measurement measurement = phase.end(label, this.jobs);
		this.application.listener().stop();
		if (!sent.isBefore(dueHere)) {
			return false;
		}
		this.lead = Duration.between(start, sent).multipliedBy(2).plus(MARGIN);
		this.bench.keep(measurement, this.result);
		this.phases.check(label, work);
		return true;
	}

	private void started(Instant due, Histogram lateness) {
		long nanos = Duration.between(due, Instant.now()).toNanos();
		lateness.recordValue(Math.max(0, nanos));
		if (nanos < 0) {
			this.early.increment();
		}
	}

}
