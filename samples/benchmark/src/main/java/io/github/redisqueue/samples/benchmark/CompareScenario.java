package io.github.redisqueue.samples.benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.Instances;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.Kinds;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Plan.BatchSettings;
import io.github.redisqueue.samples.report.Report.Table;
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
	private final BatchSettings load = new BatchSettings();

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
			Map<String, Supplier<Instances>> opened = new LinkedHashMap<>();
			kinds.forEach((kind) -> opened.put(kind.name(), () -> bench.open(kind, bench.plan(this.load))));
			bench.inTurns(opened, this.warmup, this.rounds, this::measure);
			bench.server().purge();
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
		bench.add(Tables.medians(drain, bench, Phases.DRAIN, all));
		bench.add(Tables.medians(fill, bench, Phases.FILL, all));
		bench.add(Tables.medians("Enqueue a tenth as many one by one", bench, Phases.ONE_BY_ONE, queues()));
	}

	private void measure(Phases phases, int round) {
		phases.fill(Phases.FILL, round, this.jobs);
		phases.drain(Phases.DRAIN, round, this.jobs);
		if (!phases.queue().endsWith(", bare")) {
			phases.oneByOne(round, Math.max(1, this.jobs / 10));
		}
	}

	private static String bare(QueueType type) {
		return LoadApplication.text(type) + ", bare";
	}

	private Table ratios(Bench bench) {
		List<Figure> figures = List.of(Figure.RATE, Figure.REDIS_CPU, Figure.CLIENT_CPU, Figure.COMMANDS);
		List<List<String>> rows = new ArrayList<>();
		for (String queue : queues()) {
			for (String phase : List.of(Phases.FILL, Phases.ONE_BY_ONE, Phases.DRAIN)) {
				Figures now = bench.median(phase, queue);
				Figures then = bench.median(phase, queue + ", previous");
				rows.add(Tables.row(queue + ", " + phase,
						figures.stream()
							.map((figure) -> Tables.number("%.2f", now.get(figure) / then.get(figure)))
							.toList()));
			}
		}
		return new Table("Ratio to the previous version, medians of rounds",
				Tables.row("", figures.stream().map(Figure::title).toList()), rows);
	}

	/**
	 * The targets of a queue type, for ids of 36 characters, payloads of 200 bytes and a
	 * concurrency of 10: throughput as a ratio to that of the bare loop, CPU time of
	 * Redis per job that is drained in µs, and memory per job in the queue in bytes.
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
			bench.atLeast(this.drain, "drain, ratio to the bare loop", queue,
					drained.get(Figure.RATE) / bench.median(Phases.DRAIN, bare).get(Figure.RATE));
			bench.atMost(this.redisCpu, "drain, " + Figure.REDIS_CPU.title(), queue, drained.get(Figure.REDIS_CPU));
			bench.atMost(CLIENT_CPU, "drain, " + Figure.CLIENT_CPU.title(), queue, drained.get(Figure.CLIENT_CPU));
			bench.atLeast(FILL, "bulk enqueue, ratio to the bare loop", queue,
					fill.get(Figure.RATE) / bench.median(Phases.FILL, bare).get(Figure.RATE));
			bench.atMost(READS, "enqueue one by one, " + Figure.READS.title(), queue,
					bench.median(Phases.ONE_BY_ONE, queue).get(Figure.READS));
			bench.atMost(this.memory, Figure.MEMORY.title() + " in the queue", queue, fill.get(Figure.MEMORY));
		}

	}

}
