package io.github.redisqueue.samples.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.benchmark.load.Instances;
import io.github.redisqueue.samples.benchmark.load.Instances.Reading;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.Kinds;
import io.github.redisqueue.samples.benchmark.load.Latency;
import io.github.redisqueue.samples.benchmark.load.Plan;
import io.github.redisqueue.samples.benchmark.load.Plan.HandlerRow;
import io.github.redisqueue.samples.benchmark.load.Plan.LoadSettings;
import io.github.redisqueue.samples.report.Report.Table;
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

	private static final List<Figure> FIGURES = List.of(Figure.CLIENT_CPU, Figure.REDIS_CPU, Figure.SCRIPTS,
			Figure.PUSHES, Figure.POPS);

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

	private final Map<Label, Histogram> waits = new HashMap<>();

	@Override
	void run(Bench bench) throws InterruptedException {
		List<HandlerRow> measured = this.rows;
		if (Runtime.version().feature() < VIRTUAL_THREADS && measured.stream().anyMatch(HandlerRow::virtual)) {
			bench.note("Without virtual threads, which need Java " + VIRTUAL_THREADS + " or later.");
			measured = measured.stream().filter((row) -> !row.virtual()).toList();
		}
		List<Kind> kinds = kinds(bench);
		for (Kind kind : kinds) {
			run(bench, kind, measured);
		}
		show(bench, measured, kinds);
	}

	private List<Kind> kinds(Bench bench) throws InterruptedException {
		List<Kind> kinds = new ArrayList<>();
		types().forEach((type) -> kinds.add(Kinds.ours(type, this.jvmOptions)));
		List<Kind> peers = Kinds.peers().stream().filter((peer) -> !peer.isJava()).toList();
		if (peers.isEmpty()) {
			bench.note(NO_PEERS);
		}
		else if (this.groups != null) {
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

	private void run(Bench bench, Kind kind, List<HandlerRow> all) throws InterruptedException {
		Plan plan = bench.plan(new LoadSettings(this.shards, this.batch, this.payloadSize, 1))
			.with(new HandlerRow(1, 1, Duration.ofMillis(1), false))
			.inGroups((this.groups != null) ? this.groups : 0);
		// The instances that are measured would be warm if they added the jobs.
		try (Instances sender = bench.open(kind, plan)) {
			for (HandlerRow row : all) {
				try (Instances instances = bench.open(kind, plan.with(row))) {
					Measured measured = new Measured(bench, row, kind, sender, instances);
					if (row.instances() > 1) {
						cold(measured);
					}
					for (int round = 1 - this.warmup; round <= this.rounds; round++) {
						warm(measured, round);
					}
				}
			}
		}
	}

	private static Label cold(HandlerRow row, Kind kind) {
		return new Label(row.name() + ", cold", kind.name(), 1);
	}

	private static Label warm(HandlerRow row, Kind kind, int round) {
		return new Label(row.name(), kind.name(), round);
	}

	private static Label plain(HandlerRow row, Kind kind, int round) {
		return new Label(row.name(), kind.name() + ", plain threads", round);
	}

	private void show(Bench bench, List<HandlerRow> measured, List<Kind> kinds) {
		List<String> columns = new ArrayList<>(
				List.of("instances x jobs at a time x time", "jobs/s", "of nominal", "use"));
		FIGURES.forEach((figure) -> columns.add(figure.title()));
		columns.addAll(List.of("wait p50, ms", "wait p99, ms", "wait max, ms", "share"));
		List<List<String>> cells = new ArrayList<>();
		for (HandlerRow row : measured) {
			for (Kind kind : kinds) {
				double measure = kind.isJava() ? bench.median(plain(row, kind, 1)).get(Figure.RATE) : row.perSecond();
				if (row.instances() > 1) {
					cells.add(cells(bench, row, measure, cold(row, kind)));
				}
				cells.add(cells(bench, row, measure, warm(row, kind, 1)));
				if (kind.isJava()) {
					cells.add(cells(bench, row, measure, plain(row, kind, 1)));
				}
			}
		}
		bench.add(new Table("Handlers that take time, medians of rounds", columns, cells));
		bench.note("Nominal is what handlers reach that take exactly their time. Use is the ratio to as many "
				+ "threads that only sleep that long, in turns in the same processes; for queues that are not written "
				+ "in Java, the ratio to nominal.");
		bench.note("Wait is the time from the call that leases a job to the begin of its handler, of all rounds. "
				+ "Share is the fewest and the most jobs of an instance, by an equal share.");
		bench.note("Cold are the first jobs of the processes, until they have handled as many as --cold says; "
				+ "their use is by the same threads. Client CPU is that of the instances, without the process that "
				+ "adds the jobs.");
	}

	private List<String> cells(Bench bench, HandlerRow row, double measure, Label label) {
		Figures median = bench.median(label);
		double rate = median.get(Figure.RATE);
		String name = label.queue() + ", " + label.phase();
		List<String> cells = new ArrayList<>(List.of(name, median.text(Figure.RATE),
				Tables.number("%.3f", rate / row.perSecond()), Tables.number("%.3f", rate / measure)));
		FIGURES.forEach((figure) -> cells.add(median.text(figure)));
		Histogram waited = this.waits.get(label.ofFirstRound());
		boolean known = waited.getTotalCount() > 0;
		if (known) {
			bench.add(Latency.of(name, waited));
		}
		for (double percent : List.of(50.0, 99.0, 100.0)) {
			cells.add(known ? Tables.number("%.2f", Latency.millis(waited, percent)) : "-");
		}
		cells.add((row.instances() > 1) ? median.text(Figure.LEAST_SHARE) + " to " + median.text(Figure.LARGEST_SHARE)
				: "-");
		return cells;
	}

	private void cold(Measured it) throws InterruptedException {
		int jobs = it.row.instances() * Math.max(this.cold, this.warm);
		int filled = it.fill(jobs, this.groups);
		Meter phase = it.begin();
		it.instances.listen(filled);
		it.await(it.row.instances() * (long) this.cold);
		keep(it.bench, phase, cold(it.row, it.kind));
		it.await(jobs);
		it.rest();
	}

	/** Measures a round, of which each measurement takes some time. */
	private void warm(Measured it, int round) throws InterruptedException {
		// The listener begins with few jobs, and takes more when it has seen how long
		// they take.
		long begin = Math.max(this.duration.toMillis() / 3, 2 * it.row.time().toMillis());
		if (it.kind.isJava()) {
			it.instances.sleep();
			measure(it, begin, plain(it.row, it.kind, round));
			it.instances.wake();
		}
		long millis = begin + this.duration.toMillis();
		it.instances.listen(it.fill((int) (it.row.perSecond() * millis / 1000), this.groups));
		measure(it, begin, warm(it.row, it.kind, round));
		it.rest();
	}

	private void measure(Measured it, long begin, Label label) throws InterruptedException {
		TimeUnit.MILLISECONDS.sleep(begin);
		Meter phase = it.begin();
		TimeUnit.MILLISECONDS.sleep(this.duration.toMillis());
		keep(it.bench, phase, label);
	}

	private void keep(Bench bench, Meter phase, Label label) {
		bench.keep(phase.endOfHandling(label));
		if (!label.inWarmup()) {
			this.waits.computeIfAbsent(label.ofFirstRound(), (key) -> new Histogram(3)).add(phase.waits());
		}
	}

	/**
	 * Instances of a queue, which are measured in turns with threads that only sleep. The
	 * backlog outlasts each measurement, so that handlers never lack jobs.
	 */
	private record Measured(Bench bench, HandlerRow row, Kind kind, Instances sender, Instances instances) {

		/** Jobs that instances may hold, or have settled, beside those that count. */
		private static final int MORE_FOR_AN_INSTANCE = 2000;

		private static final int MORE_FOR_A_GROUP = 20;

		private static final long LOOK_MILLIS = 50;

		private static final int LOOKS_WITHOUT_PROGRESS = 1200;

		Meter begin() {
			return new Meter(this.bench.server(), this.instances::mark);
		}

		/**
		 * Fills the queue with more than the jobs that count. Returns how many there are.
		 */
		int fill(int jobs, @Nullable Integer groups) {
			this.bench.server().purge();
			int more = this.row.instances() * MORE_FOR_AN_INSTANCE + ((groups != null) ? groups * MORE_FOR_A_GROUP : 0);
			int all = Math.addExact(jobs + jobs / 10, more);
			this.sender.fill(all);
			return all;
		}

		void rest() {
			this.bench.noteRepeated(HandlersScenario.warm(this.row, this.kind, 1), this.instances.rest());
			this.bench.server().purge();
		}

		void await(long jobs) throws InterruptedException {
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

}
