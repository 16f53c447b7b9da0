package io.github.redisqueue.samples.benchmark.scenario;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.options.Command;
import io.github.redisqueue.samples.benchmark.options.Options;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Latency;
import io.github.redisqueue.samples.benchmark.result.Measurement;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.samples.benchmark.result.Table;
import io.github.redisqueue.type.QueueType;
import org.HdrHistogram.Histogram;

import org.springframework.stereotype.Component;

/**
 * Sends jobs one by one that are all due at one instant, and measures how late their
 * handlers begin, by the clock of the server.
 */
@Component
class DelayedScenario implements Scenario {

	private static final String PHASE = "send and handle delayed jobs";

	private static final Duration SPARE = Duration.ofMillis(500);

	private static final int TRIES = 6;

	@Override
	public Command command() {
		return Command.DELAYED;
	}

	@Override
	public Result run(Bench bench) {
		Result result = new Result();
		List<List<String>> rows = new ArrayList<>();
		for (QueueType type : bench.options().types()) {
			try (LoadApplication application = bench.start(type)) {
				rows.add(measure(bench, application, LoadApplication.text(type), result));
			}
		}
		result.tables()
			.add(new Table("Lateness of " + bench.options().jobs() + " jobs due at one instant, medians of rounds",
					List.of("ms", "early jobs", "first", "p50", "p99", "last"), rows));
		result.tables().add(Tables.latencies("Lateness, all rounds together", result.latencies()));
		result.charts().addAll(Charts.latencies(result.latencies()));
		return result;
	}

	private static List<String> measure(Bench bench, LoadApplication application, String queue, Result result) {
		Histogram all = LatencyScenario.histogram();
		List<Latency> rounds = new ArrayList<>();
		LongAdder early = new LongAdder();
		DueRound due = new DueRound(bench, application, new Phases(bench, application, result), result);
		bench.rounds((round) -> {
			Histogram lateness = due.run(Label.ours(PHASE, queue, round), early);
			if (round > 0) {
				all.add(lateness);
				rounds.add(Latency.of(queue, lateness));
			}
		});
		result.latencies().add(Latency.of(queue, all));
		return List.of(queue, Tables.number("%d", early.sum()), median(rounds, (latency) -> latency.millis(0)),
				median(rounds, (latency) -> latency.millis(50)), median(rounds, (latency) -> latency.millis(99)),
				median(rounds, (latency) -> latency.millis(100)));
	}

	private static String median(List<Latency> rounds, ToDoubleFunction<Latency> millis) {
		double[] sorted = rounds.stream().mapToDouble(millis).sorted().toArray();
		return Tables.number("%.2f", (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2);
	}

	/**
	 * One round after the other; each leaves as much time to send as the last one needed,
	 * and some more.
	 */
	private static final class DueRound {

		private final Bench bench;

		private final LoadApplication application;

		private final Phases phases;

		private final Result result;

		private Duration lead;

		private DueRound(Bench bench, LoadApplication application, Phases phases, Result result) {
			this.bench = bench;
			this.application = application;
			this.phases = phases;
			this.result = result;
			this.lead = SPARE.plusMillis(bench.options().jobs());
		}

		private Histogram run(Label label, LongAdder early) {
			for (int i = 0; i < TRIES; i++) {
				Histogram lateness = LatencyScenario.histogram();
				if (attempt(label, lateness, early)) {
					return lateness;
				}
				this.lead = this.lead.multipliedBy(3);
			}
			throw new IllegalStateException("Sending takes too long: jobs were due before all were sent");
		}

		/** Whether all were sent before they were due. */
		private boolean attempt(Label label, Histogram lateness, LongAdder early) {
			int jobs = this.bench.options().jobs();
			this.bench.server().purge();
			Duration ahead = this.bench.server().clockAhead();
			Instant start = Instant.now();
			Instant due = start.plus(this.lead).plus(ahead).truncatedTo(ChronoUnit.MILLIS);
			Instant dueHere = due.minus(ahead);
			Work work = this.application.expect(jobs, new Work.Plan(Duration.ZERO, 0, (number, sent) -> {
				long nanos = Duration.between(dueHere, Instant.now()).toNanos();
				lateness.recordValue(Math.max(0, nanos));
				if (nanos < 0) {
					early.increment();
				}
			}));
			Meter.Phase phase = this.bench.meter().begin();
			this.application.listener().start();
			this.application.sender().oneByOne(0, jobs, due);
			Instant sent = Instant.now();
			work.await();
			this.application.awaitRest();
			Measurement measurement = phase.end(label, jobs);
			this.application.listener().stop();
			if (!sent.isBefore(dueHere)) {
				return false;
			}
			this.lead = Duration.between(start, sent).multipliedBy(2).plus(SPARE);
			this.bench.keep(measurement, this.result);
			this.phases.check(label, work);
			return true;
		}

	}

}
