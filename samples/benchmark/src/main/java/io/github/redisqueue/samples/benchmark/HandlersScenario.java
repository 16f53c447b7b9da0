package io.github.redisqueue.samples.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.benchmark.load.HandlerRow;
import io.github.redisqueue.samples.benchmark.load.Instances;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.Kinds;
import io.github.redisqueue.samples.benchmark.load.Latency;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.load.Plan;
import io.github.redisqueue.samples.benchmark.load.Reading;
import io.github.redisqueue.samples.report.Table;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures what handlers that take time get of it, against threads that only sleep.
 */
@Command(name = "handlers",
		description = { "Measures handlers that sleep, against threads that only sleep.",
				"Each instance is a process. BullMQ is there only if the benchmark was built with -Pcompare-peers, "
						+ "and if there are node and npm." })
final class HandlersScenario extends Scenario {

	/** The first version of Java with virtual threads. */
	private static final int VIRTUAL_THREADS = 21;

	@Option(names = "--shards", paramLabel = "N",
			description = "number of shards of each queue (default: that of the library)")
	private @Nullable Integer shards;

	@Option(names = "--batch", paramLabel = "N", defaultValue = "500",
			description = "largest number of jobs in one call of sendAll (default: ${DEFAULT-VALUE})")
	private int batch;

	@Option(names = "--payload-size", paramLabel = "BYTES", defaultValue = "150",
			description = "size of a payload in Redis, at least 100 (default: ${DEFAULT-VALUE})")
	private int payloadSize;

	@Option(names = "--rows", split = ",", paramLabel = "ROW",
			defaultValue = "1x1x5,1x10x1,1x10x5,1x50x10,1x200x10,4x10x10,8x5x10,4x50x100,1x50x100,1x1000x50v",
			description = "instances, jobs that each handles at a time, and ms of a handler; v for virtual threads "
					+ "(default: ${DEFAULT-VALUE})")
	private List<HandlerRow> rows = List.of();

	@Option(names = "--groups", paramLabel = "N",
			description = "number of groups over which the jobs are spread, each with one open job (default: none)")
	private @Nullable Integer groups;

	@Option(names = "--duration", paramLabel = "TIME", defaultValue = "3s", description = DURATION)
	private Duration duration = Duration.ZERO;

	@Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = ROUNDS)
	private int rounds;

	@Option(names = "--warmup", paramLabel = "N", defaultValue = "2", description = WARMUP)
	private int warmup;

	@Option(names = "--cold", paramLabel = "N", defaultValue = "20000",
			description = "how many jobs of each of several instances are measured first (default: ${DEFAULT-VALUE})")
	private int cold;

	@Option(names = "--warm", paramLabel = "N", defaultValue = "50000",
			description = "after how many jobs of each of several instances the rounds begin (default: ${DEFAULT-VALUE})")
	private int warm;

	@Option(names = "--jvm-option", paramLabel = "OPTION", description = JVM_OPTION)
	private List<String> jvmOptions = List.of();

	@Override
	void run(Bench bench) throws InterruptedException {
		Results results = new Results(bench);
		List<HandlerRow> measured = this.rows;
		if (Runtime.version().feature() < VIRTUAL_THREADS && measured.stream().anyMatch(HandlerRow::virtual)) {
			bench.note("Without virtual threads, which need Java " + VIRTUAL_THREADS + " or later.");
			measured = measured.stream().filter((row) -> !row.virtual()).toList();
		}
		List<Kind> kinds = kinds(bench);
		for (Kind kind : kinds) {
			run(results, kind, measured);
		}
		results.show(measured, kinds);
	}

	private List<Kind> kinds(Bench bench) throws InterruptedException {
		List<Kind> kinds = new ArrayList<>();
		types().forEach((type) -> kinds.add(Kinds.ours(type, this.jvmOptions)));
		List<Kind> peers = Kinds.peers().stream().filter((peer) -> !peer.isJava()).toList();
		if (peers.isEmpty()) {
			bench.note("Without queues of other projects: the benchmark was built without -Pcompare-peers.");
		}
		if (this.groups != null && !peers.isEmpty()) {
			bench.note("Without queues of other projects, as their jobs have no groups.");
			return kinds;
		}
		for (Kind peer : peers) {
			bench.reportProgress("Fetching " + peer.name());
			try {
				String missing = peer.prepare(bench.output().resolve("instances"));
				if (missing == null) {
					kinds.add(peer);
				}
				else {
					bench.note("Without " + peer.name() + ": " + missing + ".");
				}
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
		return kinds;
	}

	private void run(Results results, Kind kind, List<HandlerRow> measured) throws InterruptedException {
		Bench bench = results.bench();
		int spread = (this.groups != null) ? this.groups : 0;
		Plan plan = bench.plan(new LoadSettings(this.shards, this.batch, this.payloadSize, 1))
			.with(new HandlerRow(1, 1, Duration.ofMillis(1), false))
			.inGroups(spread);
		// The instances that are measured would be warm if they added the jobs.
		try (Instances sender = bench.open(kind, plan)) {
			for (HandlerRow row : measured) {
				try (Instances instances = bench.open(kind, plan.with(row))) {
					Rounds rounds = new Rounds(results, row, kind, sender, instances, spread);
					if (row.instances() > 1) {
						rounds.cold(this.cold, this.warm);
					}
					for (int round = 1 - this.warmup; round <= this.rounds; round++) {
						rounds.warm(round, this.duration);
					}
				}
			}
		}
	}

	/**
	 * Measures instances of a queue, and threads that only sleep, in turns. The backlog
	 * of jobs lasts longer than each measurement, so that handlers never lack jobs.
	 *
	 * @param results keeps what was measured
	 * @param row what is measured
	 * @param kind the kind of the instances
	 * @param sender adds the jobs
	 * @param instances handle them
	 * @param groups the number of groups of the jobs; 0 if they have none
	 */
	private record Rounds(Results results, HandlerRow row, Kind kind, Instances sender, Instances instances,
			int groups) {

		/** Jobs that instances may hold, or have settled, beside those that count. */
		private static final int MORE_FOR_AN_INSTANCE = 2000;

		private static final int MORE_FOR_A_GROUP = 20;

		private static final long LOOK_MILLIS = 50;

		private static final int LOOKS_WITHOUT_PROGRESS = 1200;

		/**
		 * Handles the first jobs of all instances, and measures some of them.
		 * @param measured the number of jobs of each instance that are measured
		 * @param all the number of jobs of each instance
		 */
		void cold(int measured, int all) throws InterruptedException {
			int jobs = this.row.instances() * Math.max(measured, all);
			int filled = fill(jobs);
			Meter.Phase phase = begin();
			this.instances.listen(filled);
			await(this.row.instances() * (long) measured);
			this.results.keep(phase, new Label(Results.cold(this.row), this.kind.name(), 1));
			await(jobs);
			rest();
		}

		/** Measures a round, of which each measurement takes some time. */
		void warm(int round, Duration duration) throws InterruptedException {
			// The listener begins with few jobs, and takes more when it has seen how long
			// they take.
			long begin = Math.max(duration.toMillis() / 3, 2 * this.row.time().toMillis());
			if (this.kind.isJava()) {
				this.instances.sleep();
				measure(begin, duration, Results.plain(this.row, this.kind, round));
				this.instances.wake();
			}
			this.instances.listen(fill((int) (this.row.perSecond() * (begin + duration.toMillis()) / 1000)));
			measure(begin, duration, new Label(this.row.name(), this.kind.name(), round));
			rest();
		}

		private void measure(long begin, Duration duration, Label label) throws InterruptedException {
			TimeUnit.MILLISECONDS.sleep(begin);
			Meter.Phase phase = begin();
			TimeUnit.MILLISECONDS.sleep(duration.toMillis());
			this.results.keep(phase, label);
		}

		private Meter.Phase begin() {
			return new Meter(this.results.bench().server(), this.instances::mark).begin();
		}

		/**
		 * Fills the queue with more than the jobs that count. Returns how many there are.
		 */
		private int fill(int jobs) {
			this.results.bench().server().purge();
			int more = this.row.instances() * MORE_FOR_AN_INSTANCE + this.groups * MORE_FOR_A_GROUP;
			int all = Math.addExact(jobs + jobs / 10, more);
			this.sender.fill(all);
			return all;
		}

		private void rest() {
			this.results.bench().noteRepeated(new Label(this.row.name(), this.kind.name(), 1), this.instances.rest());
			this.results.bench().server().purge();
		}

		/** Waits until the instances have handled as many jobs together. */
		private void await(long jobs) throws InterruptedException {
			long before = -1;
			int looks = 0;
			for (long handled = handled(); handled < jobs; handled = handled()) {
				looks = (handled == before) ? looks + 1 : 0;
				if (looks > LOOKS_WITHOUT_PROGRESS) {
					throw new IllegalStateException(
							this.kind.name() + ": no job was handled for a minute, after " + handled + " jobs");
				}
				before = handled;
				TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
			}
		}

		private long handled() {
			return this.instances.read().stream().mapToLong(Reading::handled).sum();
		}

	}

	/**
	 * Collects what was measured of handlers that take time, and shows it.
	 */
	private static final class Results {

		private static final List<Figure> FIGURES = List.of(Figure.CLIENT_CPU, Figure.REDIS_CPU, Figure.SCRIPTS,
				Figure.PUSHES, Figure.POPS);

		private final Bench bench;

		private final Map<String, Histogram> waits = new HashMap<>();

		private final List<List<String>> rows = new ArrayList<>();

		Results(Bench bench) {
			this.bench = bench;
		}

		static String cold(HandlerRow row) {
			return row.name() + ", cold";
		}

		static Label plain(HandlerRow row, Kind kind, int round) {
			return new Label(row.name(), kind.name() + ", plain threads", round);
		}

		Bench bench() {
			return this.bench;
		}

		void keep(Meter.Phase phase, Label label) {
			this.bench.keep(phase.endOfHandling(label));
			if (!label.inWarmup()) {
				this.waits.computeIfAbsent(key(label), (key) -> new Histogram(3)).add(phase.waits());
			}
		}

		private static String key(Label label) {
			return label.queue() + ", " + label.phase();
		}

		/** Adds the table and the latencies. */
		void show(List<HandlerRow> measured, List<Kind> kinds) {
			for (HandlerRow row : measured) {
				kinds.forEach((kind) -> add(row, kind));
			}
			List<String> columns = new ArrayList<>(
					List.of("instances x jobs at a time x time", "jobs/s", "of nominal", "use"));
			FIGURES.forEach((figure) -> columns.add(figure.title()));
			columns.addAll(List.of("wait p50, ms", "wait p99, ms", "wait max, ms", "share"));
			this.bench.add(new Table("Handlers that take time, medians of rounds", columns, this.rows));
			this.bench.note("Nominal is what handlers reach that take exactly their time. Use is the ratio to as many "
					+ "threads that only sleep that long, in turns in the same processes; for queues that are not written "
					+ "in Java, the ratio to nominal.");
			this.bench
				.note("Wait is the time from the call that leases a job to the begin of its handler, of all rounds. "
						+ "Share is the fewest and the most jobs of an instance, by an equal share.");
			this.bench.note("Cold are the first jobs of the processes, until they have handled as many as --cold says; "
					+ "their use is by the same threads. Client CPU is that of the instances, without the process that "
					+ "adds the jobs.");
		}

		private void add(HandlerRow row, Kind kind) {
			Label plain = plain(row, kind, 1);
			double measure = kind.isJava() ? this.bench.result().median(plain).get(Figure.RATE) : row.perSecond();
			if (row.instances() > 1) {
				add(row, measure, new Label(cold(row), kind.name(), 1));
			}
			add(row, measure, new Label(row.name(), kind.name(), 1));
			if (kind.isJava()) {
				add(row, measure, plain);
			}
		}

		private void add(HandlerRow row, double measure, Label label) {
			Figures median = this.bench.result().median(label);
			double rate = median.get(Figure.RATE);
			List<String> cells = new ArrayList<>(List.of(key(label), median.text(Figure.RATE),
					Tables.number("%.3f", rate / row.perSecond()), Tables.number("%.3f", rate / measure)));
			FIGURES.forEach((figure) -> cells.add(median.text(figure)));
			Histogram waited = this.waits.get(key(label));
			boolean known = waited.getTotalCount() > 0;
			if (known) {
				this.bench.result().latencies().add(Latency.of(key(label), waited));
			}
			for (double percent : List.of(50.0, 99.0, 100.0)) {
				cells.add(known ? Tables.number("%.2f", Latency.millis(waited, percent)) : "-");
			}
			cells.add((row.instances() > 1)
					? median.text(Figure.LEAST_SHARE) + " to " + median.text(Figure.LARGEST_SHARE) : "-");
			this.rows.add(cells);
		}

	}

}
