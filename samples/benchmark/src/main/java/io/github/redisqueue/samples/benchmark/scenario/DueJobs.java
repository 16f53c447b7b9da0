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
 * Sends jobs that are all due at one instant, round by round. Each round leaves twice the
 * time to send them that the last one needed.
 */
final class DueJobs {

	private static final Duration SPARE = Duration.ofMillis(500);

	private static final int TRIES = 6;

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
		this.lead = SPARE.plusMillis(jobs);
	}

	/** How many handlers began before the instant, in all rounds. */
	long early() {
		return this.early.sum();
	}

	/** Returns how late handlers began, in ns. */
	Histogram measure(Label label) {
		for (int i = 0; i < TRIES; i++) {
			Histogram lateness = LatencyScenario.histogram();
			if (wereSentInTime(label, lateness)) {
				return lateness;
			}
			this.lead = this.lead.multipliedBy(3);
		}
		throw new IllegalStateException("Jobs were due before all were sent, although there were "
				+ this.lead.dividedBy(3).toSeconds() + " s for that");
	}

	/** Counts only if the last job was sent before the instant came. */
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
		this.lead = Duration.between(start, sent).multipliedBy(2).plus(SPARE);
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
