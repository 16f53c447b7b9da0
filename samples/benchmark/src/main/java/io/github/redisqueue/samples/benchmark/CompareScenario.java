package io.github.redisqueue.samples.benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.Kinds;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.report.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Compares the library with bare loops, and with another version of it. The order
 * alternates from round to round, so that nobody has an advantage by running second.
 */
@Command(name = "compare",
		description = "Compares all queue types with bare Lettuce loops of 100 jobs per round trip and with the targets.")
final class CompareScenario extends Scenario {

	private static final double FILL = 0.7;

	private static final double CLIENT_CPU = 20;

	/** One read per job, and some for new connections and bells. */
	private static final double READS = 1.01;

	@Mixin
	private final LoadSettings load = new LoadSettings();

	@Option(names = "--jobs", paramLabel = "N", defaultValue = "100000", description = JOBS)
	private int jobs;

	@Option(names = "--rounds", paramLabel = "N", defaultValue = "5", description = ROUNDS)
	private int rounds;

	@Option(names = "--warmup", paramLabel = "N", defaultValue = "3", description = WARMUP)
	private int warmup;

	@Option(names = "--previous", paramLabel = "JAR",
			description = "this program in another version, which runs in turns with this one; the report has the ratios")
	private @Nullable Path previous;

	@Override
	void run(Bench bench) {
		for (QueueType type : types()) {
			List<Kind> kinds = new ArrayList<>(List.of(Kinds.ours(type, List.of()), Kinds.bare(type, bare(type))));
			if (this.previous != null) {
				kinds.add(Kinds.previous(type, this.previous));
			}
			run(bench, kinds, Math.max(1, this.jobs / 10));
			Bounds.of(type).check(bench, LoadApplication.text(type), bare(type));
		}
		bench.add(Tables.targets("Library, bare loops and targets, medians of rounds", bench.result().targets()));
		if (this.previous != null) {
			bench.add(ratios(bench));
		}
		List<String> all = types().stream()
			.flatMap((type) -> Stream.of(LoadApplication.text(type), bare(type)))
			.toList();
		String drain = "Drain " + this.jobs + " jobs, " + this.load.concurrency() + " at a time";
		String fill = "Enqueue " + this.jobs + " jobs in batches of " + this.load.batch();
		bench.add(Tables.medians(drain, bench.result(), Phases.DRAIN, all));
		bench.add(Tables.medians(fill, bench.result(), Phases.FILL, all));
		bench.add(Tables.medians("Enqueue a tenth as many one by one", bench.result(), Phases.ONE_BY_ONE, queues()));
	}

	private static String bare(QueueType type) {
		return LoadApplication.text(type) + ", bare";
	}

	private void run(Bench bench, List<Kind> kinds, int singles) {
		List<Phases> all = new ArrayList<>();
		try {
			for (Kind kind : kinds) {
				bench.server().purge();
				all.add(new Phases(bench, bench.open(kind, bench.plan(this.load)), kind.name()));
			}
			for (int round = 1 - this.warmup; round <= this.rounds; round++) {
				for (Phases phases : all) {
					bench.server().purge();
					phases.fill(Phases.FILL, round, this.jobs);
					phases.drain(Phases.DRAIN, round, this.jobs);
					if (!phases.queue().endsWith(", bare")) {
						phases.oneByOne(round, singles);
					}
					bench.server().purge();
				}
				Collections.reverse(all);
			}
		}
		finally {
			all.forEach((phases) -> phases.instance().close());
		}
	}

	private Table ratios(Bench bench) {
		List<List<String>> rows = new ArrayList<>();
		for (String queue : queues()) {
			for (String phase : List.of(Phases.FILL, Phases.ONE_BY_ONE, Phases.DRAIN)) {
				Figures now = bench.median(phase, queue);
				Figures then = bench.median(phase, queue + ", previous");
				List<String> row = new ArrayList<>(List.of(queue + ", " + phase));
				for (Figure figure : List.of(Figure.RATE, Figure.REDIS_CPU, Figure.CLIENT_CPU, Figure.COMMANDS)) {
					row.add(Tables.number("%.2f", now.get(figure) / then.get(figure)));
				}
				rows.add(row);
			}
		}
		return new Table("Ratio to the previous version, medians of rounds", List.of("", Figure.RATE.title(),
				Figure.REDIS_CPU.title(), Figure.CLIENT_CPU.title(), Figure.COMMANDS.title()), rows);
	}

	/**
	 * The targets of a queue type, for ids of 36 characters, payloads of 200 bytes and a
	 * concurrency of 10.
	 *
	 * @param drain throughput, as a ratio to that of the bare loop
	 * @param redisCpu CPU time of Redis per job that is drained, in µs
	 * @param memory memory per job in the queue, in bytes
	 */
	private record Bounds(double drain, double redisCpu, double memory) {

		static Bounds of(QueueType type) {
			return switch (type) {
				case LEASE -> new Bounds(1.0, 7, 380);
				case LIST -> new Bounds(0.9, 5, 370);
				case STREAM -> new Bounds(0.6, 5, 380);
				case DELAYED -> new Bounds(0.6, 6, 470);
			};
		}

		void check(Bench bench, String queue, String bare) {
			Figures drained = bench.median(Phases.DRAIN, queue);
			Figures fill = bench.median(Phases.FILL, queue);
			double drainRatio = drained.get(Figure.RATE) / bench.median(Phases.DRAIN, bare).get(Figure.RATE);
			double fillRatio = fill.get(Figure.RATE) / bench.median(Phases.FILL, bare).get(Figure.RATE);
			bench.add(new Target("drain, ratio to the bare loop", queue, drainRatio, true, this.drain));
			bench.add(new Target("drain, " + Figure.REDIS_CPU.title(), queue, drained.get(Figure.REDIS_CPU), false,
					this.redisCpu));
			bench.add(new Target("drain, " + Figure.CLIENT_CPU.title(), queue, drained.get(Figure.CLIENT_CPU), false,
					CLIENT_CPU));
			bench.add(new Target("bulk enqueue, ratio to the bare loop", queue, fillRatio, true, FILL));
			bench.add(new Target("enqueue one by one, " + Figure.READS.title(), queue,
					bench.median(Phases.ONE_BY_ONE, queue).get(Figure.READS), false, READS));
			bench.add(new Target(Figure.MEMORY.title() + " in the queue", queue, fill.get(Figure.MEMORY), false,
					this.memory));
		}

	}

}
