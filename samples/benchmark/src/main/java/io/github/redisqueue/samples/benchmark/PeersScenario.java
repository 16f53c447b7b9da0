package io.github.redisqueue.samples.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.benchmark.load.Instances;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.Kinds;
import io.github.redisqueue.samples.benchmark.load.Plan.BatchSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Compares the types of this project with queues of others and with a bare loop: the time
 * from just before sending a job to the start of its handler in the first seconds of a
 * JVM, and again when the JIT compiler has seen the same load for a while; then the
 * throughput. Each round has new JVMs, and begins with another kind.
 */
@Command(name = "peers", description = { "Compares all queue types with queues of other projects and a bare loop.",
		"The other projects are there only if the benchmark was built with -Pcompare-peers." })
final class PeersScenario extends Scenario {

	private static final String BARE = "bare loop";

	@Mixin
	private final BatchSettings load = new BatchSettings();

	@Option(names = "--rate", paramLabel = "N", defaultValue = "200", description = RATE)
	private int rate;

	@Option(names = "--duration", paramLabel = "TIME", defaultValue = "10s", description = DURATION)
	private Duration duration = Duration.ZERO;

	@Option(names = "--warm-up", paramLabel = "TIME", defaultValue = "60s", description = WARM_TIME)
	private Duration warmUp = Duration.ZERO;

	@Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = ROUNDS)
	private int rounds;

	@Option(names = "--jobs", paramLabel = "N", defaultValue = "20000", description = JOBS)
	private int jobs;

	@Option(names = "--warmup", paramLabel = "N", defaultValue = "1", description = WARMUP)
	private int warmup;

	@Option(names = "--jvm-option", paramLabel = "OPTION", description = JVM_OPTION)
	private List<String> jvmOptions = List.of();

	@Override
	void run(Bench bench) {
		List<Kind> peers = Kinds.peers().stream().filter(Kind::isJava).toList();
		List<Kind> kinds = new ArrayList<>(types().stream().map((type) -> Kinds.ours(type, this.jvmOptions)).toList());
		kinds.addAll(peers);
		kinds.add(Kinds.bare(BARE));
		List<Kind> order = new ArrayList<>(kinds);
		for (int round = 1; round <= this.rounds; round++) {
			for (Kind kind : order) {
				bench.server().purge();
				try (Instances instance = bench.open(kind, bench.plan(this.load))) {
					measure(new Phases(bench, instance, kind.name()), round);
				}
			}
			Collections.rotate(order, -1);
		}
		List<String> phases = List.of(Phases.FRESH, Phases.WARM, Phases.ONE_BY_ONE, Phases.FILL, Phases.DRAIN);
		Map<String, String> bases = new LinkedHashMap<>();
		kinds.forEach((kind) -> bases.put(kind.name(), BARE));
		bench.add(Tables.costs("Medians of rounds", bench, phases, bases.keySet()));
		bench.add(Tables.ratios("To the bare loop", bench, phases, bases));
		bench.note(Phases.FRESH + ": the first " + this.duration.toSeconds() + " s of " + this.rate
				+ " jobs/s in a new JVM, after one job that loads the classes; " + Phases.WARM + ": as long, after "
				+ this.warmUp.toSeconds() + " s of the same load; p50 and p99: from send to the begin of the handler.");
		bench.note("The bare loop: one thread calls LPUSH and XADD, another XREAD BLOCK and then LMOVE; it completes "
				+ "nothing.");
		kinds.forEach((kind) -> bench.note(kind.name() + ": " + kind.promise() + "."));
		if (peers.isEmpty()) {
			bench.note(NO_PEERS);
		}
	}

	private void measure(Phases phases, int round) {
		Instances instance = phases.instance();
		phases.fresh(round, jobs(this.rate, this.duration), this.rate);
		Duration rest = this.warmUp.minus(this.duration);
		if (rest.toMillis() > 0) {
			instance.sendAtRate(jobs(this.rate, rest), this.rate);
			instance.await();
		}
		phases.sendAtRate(Phases.WARM, round, jobs(this.rate, this.duration), this.rate);
		instance.rest();
		int singles = Math.max(1, this.jobs / 10);
		for (int number = 1 - this.warmup; number < 1; number++) {
			measureThroughput(phases, number, singles);
		}
		measureThroughput(phases, round, singles);
	}

	private void measureThroughput(Phases phases, int round, int singles) {
		phases.fill(Phases.FILL, round, this.jobs);
		phases.drain(Phases.DRAIN, round, this.jobs);
		phases.oneByOne(round, singles);
		phases.instance().listen(singles);
		phases.instance().await();
		phases.instance().rest();
	}

}
