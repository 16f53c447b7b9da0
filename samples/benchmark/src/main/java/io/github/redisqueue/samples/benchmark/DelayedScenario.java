package io.github.redisqueue.samples.benchmark;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.Latency;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Plan.LoadSettings;
import io.github.redisqueue.samples.benchmark.load.Work;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Sends jobs one by one that are all due at one instant, and measures how late their
 * handlers begin by the clock of the server. Each round reserves twice the time for
 * sending that the previous round needed.
 */
@Command(name = "delayed", description = "Measures how late handlers start the jobs that are all due at one instant.")
final class DelayedScenario extends Scenario {

	private static final String PHASE = "send and handle delayed jobs";

	private static final Duration MARGIN = Duration.ofMillis(500);

	private static final int ATTEMPTS = 6;

	@Mixin
	private final LoadSettings load = new LoadSettings();

	@Option(names = "--jobs", paramLabel = "N", defaultValue = "10000", description = JOBS)
	private int jobs;

	@Option(names = "--rounds", paramLabel = "N", defaultValue = "5", description = ROUNDS)
	private int rounds;

	@Option(names = "--warmup", paramLabel = "N", defaultValue = "3", description = WARMUP)
	private int warmup;

	private Duration lead = Duration.ZERO;

	@Override
	void run(Bench bench) {
		for (QueueType type : types()) {
			this.lead = MARGIN.plusMillis(this.jobs);
			try (LoadApplication application = bench.start(type, this.load, Map.of())) {
				measure(bench, application, LoadApplication.text(type));
			}
		}
		String what = "Lateness of " + this.jobs + " jobs due at one instant, ";
		bench.add(Tables.targets(what + "medians of rounds", bench.result().targets()));
		bench.add(Tables.latencies(what + "all rounds together", bench.result().latencies()));
	}

	private void measure(Bench bench, LoadApplication application, String queue) {
		Histogram all = Latency.histogram();
		LongAdder early = new LongAdder();
		List<Histogram> each = new ArrayList<>();
		for (int round = 1 - this.warmup; round <= this.rounds; round++) {
			Histogram lateness = measure(bench, application, new Label(PHASE, queue, round), early);
			if (round > 0) {
				all.add(lateness);
				each.add(lateness);
			}
		}
		bench.add(Latency.of(queue, all));
		bench.atMost(0, "early jobs", queue, early.sum());
		bench.atMost(10, "first, ms", queue, median(each, 0));
		bench.atMost(100, "p50, ms", queue, median(each, 50));
		bench.atMost(160, "p99, ms", queue, median(each, 99));
	}

	private static double median(List<Histogram> rounds, double percent) {
		return Figures.median(rounds.stream().mapToDouble((round) -> Latency.millis(round, percent)));
	}

	/** Measures a round, again with more time if the jobs were not sent in time. */
	private Histogram measure(Bench bench, LoadApplication application, Label label, LongAdder early) {
		for (int i = 0; i < ATTEMPTS; i++) {
			Histogram lateness = Latency.histogram();
			if (wereSentInTime(bench, application, label, (nanos) -> {
				lateness.recordValue(Math.max(0, nanos));
				early.add((nanos < 0) ? 1 : 0);
			})) {
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
	private boolean wereSentInTime(Bench bench, LoadApplication application, Label label, LongConsumer lateNanos) {
		bench.server().purge();
		Duration ahead = bench.server().clockAhead();
		Instant start = Instant.now();
		Instant due = start.plus(ahead).plus(this.lead).truncatedTo(ChronoUnit.MILLIS);
		Instant dueHere = due.minus(ahead);
		Work work = new Work(this.jobs, Duration.ZERO,
				(number, sent) -> lateNanos.accept(Duration.between(dueHere, Instant.now()).toNanos()));
		application.expect(work);
		Meter phase = bench.begin();
		application.listen();
		application.sender().oneByOne(0, this.jobs, due);
		Instant sent = Instant.now();
		work.await();
		application.awaitSettled();
		Measurement measurement = phase.end(label, this.jobs);
		application.rest();
		if (!sent.isBefore(dueHere)) {
			return false;
		}
		this.lead = Duration.between(start, sent).multipliedBy(2).plus(MARGIN);
		bench.keep(measurement);
		bench.noteRepeated(label, work.repeated());
		return true;
	}

}
