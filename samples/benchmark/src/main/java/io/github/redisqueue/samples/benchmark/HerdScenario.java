package io.github.redisqueue.samples.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Plan.BatchSettings;
import io.github.redisqueue.samples.benchmark.load.Work;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Sends jobs at a rate to one waiting instance and to many, in turns. Each instance has
 * connections of its own, as if it ran on a machine of its own.
 */
@Command(name = "herd", description = { "Measures what a job costs with many waiting instances, against one.",
		"Fails if a job is not handled exactly once." })
final class HerdScenario extends Scenario {

	private static final double MAX_RATIO = 1.2;

	@Mixin
	private final BatchSettings load = new BatchSettings();

	@Option(names = "--rate", paramLabel = "N", defaultValue = "200", description = RATE)
	private int rate;

	@Option(names = "--duration", paramLabel = "TIME", defaultValue = "10s", description = DURATION)
	private Duration duration = Duration.ZERO;

	@Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = ROUNDS)
	private int rounds;

	@Option(names = "--warmup", paramLabel = "N", defaultValue = "1", description = WARMUP)
	private int warmup;

	@Option(names = "--instances", paramLabel = "N", defaultValue = "50",
			description = "number of waiting instances to compare with one (default: ${DEFAULT-VALUE})")
	private int instances;

	@Override
	void run(Bench bench) {
		for (QueueType type : types()) {
			for (int round = 1 - this.warmup; round <= this.rounds; round++) {
				boolean oneFirst = round % 2 != 0;
				measure(bench, type, oneFirst ? 1 : this.instances, round);
				measure(bench, type, oneFirst ? this.instances : 1, round);
			}
			bench.server().purge();
			check(bench, LoadApplication.text(type));
		}
		bench.add(Tables.targets("Targets", bench.result().targets()));
		bench.add(Tables.costs("Cost of a job at " + this.rate + " jobs/s, medians of rounds", bench,
				List.of(phase(1), phase(this.instances)), queues()));
		bench.note("Each instance is an application of its own, in one JVM. Another one sends.");
	}

	private static String phase(int waiting) {
		return waiting + " waiting";
	}

	/** Instances that do not wait are closed, as they might cost something too. */
	private void measure(Bench bench, QueueType type, int waiting, int round) {
		Label label = new Label(phase(waiting), LoadApplication.text(type), round);
		List<LoadApplication> herd = new ArrayList<>();
		try (LoadApplication sending = bench.start(type, this.load, Map.of())) {
			for (int i = 0; i < waiting; i++) {
				herd.add(bench.start(type, this.load, Map.of()));
			}
			herd.forEach(LoadApplication::listen);
			int jobs = jobs(this.rate, this.duration);
			// The first jobs find instances that have not begun to wait.
			send(sending, herd, Math.min(this.rate, jobs), label);
			sending.awaitSettled();
			Meter phase = bench.begin();
			Duration behind = send(sending, herd, jobs, label);
			// To wait for the last settlements before would take commands that count.
			bench.keep(phase.end(label, jobs));
			sending.awaitSettled();
			if (!label.inWarmup()) {
				bench.note(label + ": the sender was behind its schedule by " + behind.toMillis() + " ms at most");
			}
		}
		finally {
			herd.parallelStream().forEach(LoadApplication::close);
		}
	}

	private Duration send(LoadApplication sending, List<LoadApplication> herd, int jobs, Label label) {
		Work work = new Work(jobs);
		herd.forEach((instance) -> instance.expect(work));
		Duration behind = sending.sender().atRate(jobs, this.rate);
		work.await();
		if (work.repeated() > 0) {
			throw new IllegalStateException(label + ": " + work.repeated() + " jobs were handled more than once");
		}
		return behind;
	}

	private void check(Bench bench, String queue) {
		for (Figure figure : List.of(Figure.COMMANDS, Figure.REDIS_CPU)) {
			bench.atMost(MAX_RATIO, figure.title() + ", ratio to 1 waiting", queue,
					bench.median(phase(this.instances), queue).get(figure) / bench.median(phase(1), queue).get(figure));
		}
	}

}
