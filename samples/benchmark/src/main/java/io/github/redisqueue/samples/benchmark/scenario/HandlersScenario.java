package io.github.redisqueue.samples.benchmark.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.samples.benchmark.instance.InstanceKind;
import io.github.redisqueue.samples.benchmark.instance.InstanceKinds;
import io.github.redisqueue.samples.benchmark.instance.InstancePlan;
import io.github.redisqueue.samples.benchmark.instance.Instances;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.options.BatchOptions;
import io.github.redisqueue.samples.benchmark.options.DurationOptions;
import io.github.redisqueue.samples.benchmark.options.HandlerRow;
import io.github.redisqueue.samples.benchmark.options.HandlerRowConverter;
import io.github.redisqueue.samples.benchmark.options.Limited;
import io.github.redisqueue.samples.benchmark.options.Limits;
import io.github.redisqueue.samples.benchmark.options.PayloadOptions;
import io.github.redisqueue.samples.benchmark.options.QueueOptions;
import io.github.redisqueue.samples.benchmark.options.RepeatOptions;
import io.github.redisqueue.samples.benchmark.options.WarmupOptions;
import io.github.redisqueue.samples.benchmark.result.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures what handlers that take time get of it, against threads that only sleep.
 */
@Command(name = "handlers",
		description = { "Measures handlers that sleep, against threads that only sleep.",
				"Each instance is a process. BullMQ is there only if the benchmark was built with -Pcompare-peers, "
						+ "and if there are node and npm." })
final class HandlersScenario extends Scenario implements Limited {

	/** The first version of Java with virtual threads. */
	private static final int VIRTUAL_THREADS = 21;

	@Mixin
	private final QueueOptions queues = new QueueOptions();

	@Option(names = "--rows", split = ",", paramLabel = "ROW", converter = HandlerRowConverter.class,
			defaultValue = "1x1x5,1x10x1,1x10x5,1x50x10,1x200x10,4x10x10,8x5x10,4x50x100,1x50x100,1x1000x50v",
			description = "instances, jobs that each handles at a time, and ms of a handler; v for virtual threads "
					+ "(default: ${DEFAULT-VALUE})")
	private List<HandlerRow> rows = List.of();

	@Option(names = "--groups", paramLabel = "N", defaultValue = "0",
			description = "number of groups over which the jobs are spread, each with one open job; 0 for jobs without "
					+ "a group (default: ${DEFAULT-VALUE})")
	private int groups;

	@Mixin
	private final DurationOptions duration = new DurationOptions();

	@Mixin
	private final RepeatOptions repeats = new RepeatOptions();

	@Mixin
	private final WarmupOptions warmup = new WarmupOptions();

	@Option(names = "--cold", paramLabel = "N", defaultValue = "20000",
			description = "how many jobs of each of several instances are measured first (default: ${DEFAULT-VALUE})")
	private int cold;

	@Option(names = "--warm", paramLabel = "N", defaultValue = "50000",
			description = "after how many jobs of each of several instances the rounds begin (default: ${DEFAULT-VALUE})")
	private int warm;

	@Mixin
	private final BatchOptions batch = new BatchOptions();

	@Mixin
	private final PayloadOptions payloads = new PayloadOptions();

	@Option(names = "--jvm-option", paramLabel = "OPTION",
			description = "option of the JVMs of the instances, for example -XX:+UseSerialGC; can be given several times")
	private List<String> jvmOptions = List.of();

	@Override
	public void check(Limits limits) {
		limits.number("--groups", this.groups, 0, 100_000);
		limits.number("--cold", this.cold, 1, 1_000_000);
		limits.number("--warm", this.warm, 0, 1_000_000);
	}

	@Override
	public Result run(Bench bench) throws InterruptedException {
		Result result = new Result();
		HandlerResults results = new HandlerResults(bench, result);
		List<HandlerRow> measured = rows(results);
		List<InstanceKind> kinds = kinds(results);
		for (InstanceKind kind : kinds) {
			run(results, kind, measured);
		}
		results.show(measured, kinds);
		return result;
	}

	private List<HandlerRow> rows(HandlerResults results) {
		if (Runtime.version().feature() >= VIRTUAL_THREADS || this.rows.stream().noneMatch(HandlerRow::virtual)) {
			return this.rows;
		}
		results.note("Without virtual threads, which need Java " + VIRTUAL_THREADS + " or later.");
		return this.rows.stream().filter((row) -> !row.virtual()).toList();
	}

	private List<InstanceKind> kinds(HandlerResults results) throws InterruptedException {
		List<InstanceKind> kinds = new ArrayList<>();
		this.queues.types().forEach((type) -> kinds.add(InstanceKinds.ours(type, this.jvmOptions)));
		List<InstanceKind> peers = InstanceKinds.peers();
		if (peers.isEmpty()) {
			results.note("Without queues of other projects: the benchmark was built without -Pcompare-peers.");
		}
		if (this.groups > 0 && !peers.isEmpty()) {
			results.note("Without queues of other projects, as their jobs have no groups.");
			return kinds;
		}
		for (InstanceKind peer : peers) {
			results.bench().reportProgress("Fetching " + peer.name());
			try {
				String missing = peer.prepare(directory());
				if (missing == null) {
					kinds.add(peer);
				}
				else {
					results.note("Without " + peer.name() + ": " + missing + ".");
				}
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
		return kinds;
	}

	private void run(HandlerResults results, InstanceKind kind, List<HandlerRow> measured) throws InterruptedException {
		HandlerRow one = new HandlerRow(1, 1, Duration.ofMillis(1), false);
		InstancePlan plan = new InstancePlan(one,
				new LoadSettings(this.queues.shards(), 1, this.payloads, this.batch.size()), this.groups,
				results.bench().surroundings().properties());
		// The instances that are measured would be warm if they added the jobs.
		try (Instances sender = open(results, kind, plan)) {
			for (HandlerRow row : measured) {
				try (Instances instances = open(results, kind, plan.with(row))) {
					HandlerRounds rounds = new HandlerRounds(results, row, kind, sender, instances, this.groups);
					if (row.instances() > 1) {
						rounds.cold(this.cold, this.warm);
					}
					rounds.warm(IntStream.rangeClosed(1 - this.warmup.rounds(), this.repeats.rounds()),
							this.duration.duration());
				}
			}
		}
	}

	private Instances open(HandlerResults results, InstanceKind kind, InstancePlan plan) {
		return Instances.open(kind, plan, results.bench().server().uri(), directory());
	}

	private Path directory() {
		return common().output().resolve("instances");
	}

}
