package io.github.redisqueue.samples.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.Instances;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.Kinds;
import io.github.redisqueue.samples.benchmark.load.Latency;
import io.github.redisqueue.samples.benchmark.load.Plan;
import io.github.redisqueue.samples.report.Report.Table;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Option;

/**
 * Measures kinds of queues in rounds: the time from just before sending a job to the
 * start of its handler in the first seconds of a JVM, and again when the JIT compiler has
 * seen the same load for a while. Each round has new JVMs, and begins with another kind.
 */
abstract class Contest extends Scenario {

	/** The phase of the first jobs of a JVM. */
	static final String FRESH = "fresh";

	/** The phase of jobs after a warm-up under the same load. */
	static final String WARM = "warm";

	static final String BARE = "bare loop";

	@Option(names = "--rate", paramLabel = "N", defaultValue = "200", description = RATE)
	private int rate;

	@Option(names = "--duration", paramLabel = "TIME", defaultValue = "10s", description = DURATION)
	private Duration duration = Duration.ZERO;

	@Option(names = "--warm-up", paramLabel = "TIME", defaultValue = "60s", description = WARM_TIME)
	private Duration warmUp = Duration.ZERO;

	@Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = ROUNDS)
	private int rounds;

	/** The latencies of the rounds, by the name of the queue and the phase. */
	private final Map<String, List<Histogram>> latencies = new HashMap<>();

	/** Measures the types of this project, other kinds, and a bare loop. */
	final List<Kind> contend(Bench bench, Plan plan, List<String> jvmOptions, List<Kind> others,
			Consumer<Phases> more) {
		List<Kind> kinds = new ArrayList<>(types().stream().map((type) -> Kinds.ours(type, jvmOptions)).toList());
		kinds.addAll(others);
		kinds.add(Kinds.bare(QueueType.LEASE, BARE));
		List<Kind> order = new ArrayList<>(kinds);
		for (int round = 1; round <= this.rounds; round++) {
			for (Kind kind : order) {
				bench.server().purge();
				try (Instances instance = bench.open(kind, plan)) {
					Phases phases = new Phases(bench, instance, kind.name());
					measure(phases, round);
					more.accept(phases);
				}
			}
			Collections.rotate(order, -1);
		}
		return kinds;
	}

	private void measure(Phases phases, int round) {
		Instances instance = phases.instance();
		instance.listen(0);
		// The first job takes some hundred times as long, as it loads the classes.
		instance.sendAtRate(1, this.rate);
		instance.await();
		keep(phases, FRESH, round);
		Duration rest = this.warmUp.minus(this.duration);
		if (rest.toMillis() > 0) {
			instance.sendAtRate(jobs(this.rate, rest), this.rate);
			instance.await();
		}
		keep(phases, WARM, round);
		instance.rest();
	}

	private void keep(Phases phases, String phase, int round) {
		Histogram nanos = phases.sendAtRate(phase, round, jobs(this.rate, this.duration), this.rate);
		this.latencies.computeIfAbsent(key(phases.queue(), phase), (key) -> new ArrayList<>()).add(nanos);
		phases.bench()
			.reportProgress("    p50 " + Tables.number("%.2f", Latency.millis(nanos, 50)) + " ms, p99 "
					+ Tables.number("%.2f", Latency.millis(nanos, 99)) + " ms");
	}

	private static String key(String queue, String phase) {
		return queue + ", " + phase;
	}

	/** The median of the rounds of a percentile, in ms. */
	final double millis(String queue, String phase, double percent) {
		return Figures.median(
				this.latencies.get(key(queue, phase)).stream().mapToDouble((nanos) -> Latency.millis(nanos, percent)));
	}

	final Latency latency(String queue, String phase) {
		Histogram all = Latency.histogram();
		this.latencies.get(key(queue, phase)).forEach(all::add);
		return Latency.of(key(queue, phase), all);
	}

	final Table table(Bench bench, List<Kind> kinds) {
		List<List<String>> rows = new ArrayList<>();
		for (Kind kind : kinds) {
			for (String phase : List.of(FRESH, WARM)) {
				double p50 = millis(kind.name(), phase, 50);
				double p99 = millis(kind.name(), phase, 99);
				Figures medians = bench.median(phase, kind.name());
				rows.add(List.of(key(kind.name(), phase), Tables.number("%.2f", p50),
						Tables.number("%.2f", p50 / millis(BARE, phase, 50)), Tables.number("%.2f", p99),
						Tables.number("%.2f", p99 / millis(BARE, phase, 99)),
						Tables.number("%.1f", medians.get(Figure.COMMANDS)),
						Tables.number("%.0f", medians.get(Figure.REDIS_CPU)),
						Tables.number("%.0f", medians.get(Figure.CLIENT_CPU))));
			}
		}
		bench.note("fresh: the first " + this.duration.toSeconds()
				+ " s of the load in a new JVM, after one job that loads the classes; warm: as long, after "
				+ this.warmUp.toSeconds() + " s of the same load.");
		bench.note("The bare loop: one thread calls LPUSH and XADD, another XREAD BLOCK and then LMOVE; it completes "
				+ "nothing.");
		return new Table("From send to handler start, " + this.rate + " jobs/s, medians of rounds",
				List.of("", "p50 ms", "to bare", "p99 ms", "to bare", Figure.COMMANDS.title(), Figure.REDIS_CPU.title(),
						Figure.CLIENT_CPU.title()),
				rows);
	}

}
