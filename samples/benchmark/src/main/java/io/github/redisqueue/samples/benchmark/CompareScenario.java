package io.github.redisqueue.samples.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;

import io.github.redisqueue.samples.benchmark.load.Instances;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.Kinds;
import io.github.redisqueue.samples.benchmark.load.Plan.BatchSettings;
import io.github.redisqueue.samples.process.Libraries;
import io.github.redisqueue.samples.process.Program;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures what a job costs, and compares that with an earlier version of this project.
 * The versions take turns, and each has processes of its own.
 */
@Command(name = "compare", description = "Measures what jobs cost, and compares it with an earlier version in turns.")
final class CompareScenario extends Scenario {

	private static final String SERVED = "send and handle one by one";

	private static final String DUE = "due at one instant";

	private static final String IDLE = "idle, a second";

	@Mixin
	private final BatchSettings load = new BatchSettings();

	@Option(names = "--jobs", paramLabel = "N", defaultValue = "100000",
			description = "number of jobs per round in batches; a fifth as many are sent one by one "
					+ "(default: ${DEFAULT-VALUE})")
	private int jobs;

	@Option(names = "--due", paramLabel = "N", defaultValue = "10000",
			description = "number of jobs that are due at one instant (default: ${DEFAULT-VALUE})")
	private int due;

	@Option(names = "--rounds", paramLabel = "N", defaultValue = "5", description = ROUNDS)
	private int rounds;

	@Option(names = "--warmup", paramLabel = "N", defaultValue = "1", description = WARMUP)
	private int warmup;

	@Option(names = "--threads", split = ",", paramLabel = "N", defaultValue = "1,16", description = THREADS)
	private List<Integer> threads = List.of();

	@Option(names = "--rate", paramLabel = "N", defaultValue = "200", description = RATE)
	private int rate;

	@Option(names = "--duration", paramLabel = "TIME", defaultValue = "10s", description = DURATION)
	private Duration duration = Duration.ZERO;

	@Option(names = "--previous", paramLabel = "VERSION",
			description = "an earlier version of this project: a folder with its jars, a class path, or a number that "
					+ "Maven can resolve (default: none, and no ratios)")
	private @Nullable String previous;

	@Override
	void run(Bench bench) throws InterruptedException {
		Map<String, Program> versions = versions(bench.output().resolve("instances"));
		Map<String, Kind> kinds = new LinkedHashMap<>();
		Map<String, String> bases = new LinkedHashMap<>();
		for (String type : queues()) {
			Map<String, Kind> ofType = new LinkedHashMap<>();
			versions.forEach((name, program) -> ofType.put(type + name, Kinds.version(type, type + name, program)));
			measure(bench, ofType);
			ofType.keySet().stream().skip(1).forEach((other) -> bases.put(type, other));
			kinds.putAll(ofType);
		}
		List<String> phases = new ArrayList<>(List.of(Phases.FILL, Phases.DRAIN));
		phases.addAll(Sending.phases(this.threads));
		phases.addAll(List.of(SERVED, DUE, Phases.FRESH, Phases.WARM, IDLE));
		bench.add(Tables.costs("Medians of rounds", bench, phases, kinds.keySet()));
		if (this.previous != null) {
			bench.add(Tables.ratios("To the previous version", bench, phases, bases));
		}
		bench.note(
				"p50 and p99 are those of a call of send, of how late due jobs begin, and, fresh and warm, of the time "
						+ "from send to the begin of the handler at " + this.rate
						+ " jobs/s. Fresh is a new JVM after one job.");
		bench.note(
				"What is allocated is by the threads that send in the rows of send, and by all threads in the others.");
	}

	private Map<String, Program> versions(Path directory) throws InterruptedException {
		try {
			Libraries libraries = new Libraries(directory.resolve("program"));
			Map<String, Program> versions = new LinkedHashMap<>(Map.of("", libraries.current()));
			if (this.previous != null) {
				versions.put(", previous", libraries.previous(this.previous, directory.resolve("previous")));
			}
			return versions;
		}
		catch (IllegalArgumentException ex) {
			throw reject("--previous: " + ex.getMessage());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void measure(Bench bench, Map<String, Kind> kinds) {
		Map<String, Supplier<Instances>> opened = new LinkedHashMap<>();
		kinds.forEach((name, kind) -> opened.put(name, () -> bench.open(kind, bench.plan(this.load))));
		for (int round = 1; round <= this.rounds; round++) {
			int number = round;
			bench.inTurns(opened, 0, 1, List.of((phases, only) -> {
				phases.fresh(number, jobs(this.rate, this.duration), this.rate);
				phases.instance().rest();
			}));
		}
		int single = Math.max(1, this.jobs / 5);
		try (Sending sending = new Sending(bench, this.load, this.threads, single, kinds)) {
			List<ObjIntConsumer<Phases>> steps = new ArrayList<>(sending.steps());
			steps.add((phases, round) -> {
				phases.fill(Phases.FILL, round, this.jobs);
				phases.drain(Phases.DRAIN, round, this.jobs);
			});
			steps.add((phases, round) -> phases.serve(SERVED, round, single));
			steps.add((phases, round) -> phases.due(DUE, round, this.due));
			steps.add(this::atRate);
			bench.inTurns(opened, this.warmup, this.rounds, steps);
		}
	}

	private void atRate(Phases phases, int round) {
		phases.instance().listen(0);
		phases.sendAtRate(Phases.WARM, round, jobs(this.rate, this.duration), this.rate);
		phases.idle(IDLE, round, this.duration);
		phases.instance().rest();
	}

}
