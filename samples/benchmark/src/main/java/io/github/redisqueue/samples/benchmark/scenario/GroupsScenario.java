package io.github.redisqueue.samples.benchmark.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.load.Sender;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.options.Limited;
import io.github.redisqueue.samples.benchmark.options.Limits;
import io.github.redisqueue.samples.benchmark.options.LoadOptions;
import io.github.redisqueue.samples.benchmark.options.RoundOptions;
import io.github.redisqueue.samples.benchmark.result.Figure;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.samples.benchmark.result.Table;
import io.github.redisqueue.samples.benchmark.result.Target;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Compares jobs in groups, of each of which one is open at a time, with jobs that have no
 * group: many groups, one group, and the memory of those that wait.
 */
@Command(name = "groups", description = "Compares jobs in groups, of which one is open at a time, with jobs without.")
final class GroupsScenario extends Scenario implements Limited {

	private static final String ONE_AT_A_TIME = "drain one at a time";

	private static final String NO_GROUPS = "no groups";

	private static final double MIN_DRAIN = 0.7;

	private static final double MIN_ONE_AT_A_TIME = 0.9;

	/** A listener that leases a job when it has completed the one before. */
	private static final Map<String, String> NOTHING_AHEAD = Map.of("redis-queue.listener.prefetch", "0");

	@Mixin
	private final LoadOptions load = new LoadOptions();

	@Mixin
	private final RoundOptions rounds = new RoundOptions();

	@Option(names = "--groups", split = ",", paramLabel = "N", defaultValue = "1000,100000",
			description = "numbers of groups over which the jobs are spread evenly (default: ${DEFAULT-VALUE})")
	private List<Integer> groups = List.of();

	@Option(names = "--in-one-group", paramLabel = "N", defaultValue = "5000",
			description = "number of jobs that are all in one group (default: ${DEFAULT-VALUE})")
	private int inOneGroup;

	@Option(names = "--waiting", paramLabel = "N", defaultValue = "100000",
			description = "number of waiting jobs whose memory is measured (default: ${DEFAULT-VALUE})")
	private int waiting;

	@Override
	public void check(Limits limits) {
		limits.numbers("--groups", this.groups, 1, 20_000_000);
		limits.number("--in-one-group", this.inOneGroup, 1, 20_000_000);
		limits.number("--waiting", this.waiting, 1, 20_000_000);
	}

	@Override
	public Result run(Bench bench) {
		Result result = new Result();
		for (QueueType type : this.load.types()) {
			many(bench, type, result);
			one(bench, type, result);
			bench.server().purge();
		}
		this.load.types().forEach((type) -> addTargets(LoadApplication.text(type), result));
		result.tables().add(Tables.targets("Jobs in groups against jobs without, medians of rounds", result.targets()));
		result.tables().add(memory(result));
		for (QueueType type : this.load.types()) {
			details(LoadApplication.text(type), result);
		}
		result.notes().add("Of each group, one job is open at a time; the others wait.");
		result.notes()
			.add("One at a time: a listener without groups that handles one job at a time and leases none ahead, "
					+ "against the same listener, and one with more handlers, for the jobs of one group.");
		return result;
	}

	/**
	 * A way to send jobs and to handle them.
	 *
	 * @param name its name
	 * @param application the application that handles the jobs
	 * @param sender sends them
	 */
	private record Way(String name, LoadApplication application, Sender sender) {

		static Way without(String name, LoadApplication application) {
			return new Way(name, application, application.sender());
		}

		static Way in(int groups, String name, LoadApplication application) {
			return new Way(name, application, application.sender().inGroups((number) -> "group-" + number % groups));
		}

	}

	private void many(Bench bench, QueueType type, Result result) {
		LoadSettings settings = LoadSettings.of(this.load);
		try (LoadApplication without = bench.start(type, settings);
				LoadApplication grouped = bench.start(type, settings, LoadApplication.groups(1))) {
			List<Way> ways = new ArrayList<>(List.of(Way.without(NO_GROUPS, without)));
			this.groups.forEach((number) -> ways.add(Way.in(number, in(number), grouped)));
			drains(bench, type, Phases.DRAIN, this.rounds.jobs(), ways, result);
			String queue = LoadApplication.text(type);
			remember(bench, ways.get(0), 0, label(ready(), queue, NO_GROUPS, 1), result);
			for (int i = 0; i < this.groups.size(); i++) {
				Way way = ways.get(i + 1);
				remember(bench, way, this.groups.get(i), label(waiting(), queue, way.name(), 1), result);
			}
		}
	}

	private void one(Bench bench, QueueType type, Result result) {
		LoadSettings many = LoadSettings.of(this.load);
		LoadSettings single = new LoadSettings(many.shards(), 1, many.payloads(), many.batch());
		Map<String, String> grouped = new HashMap<>(LoadApplication.groups(1));
		grouped.putAll(NOTHING_AHEAD);
		try (LoadApplication without = bench.start(type, single, NOTHING_AHEAD);
				LoadApplication alike = bench.start(type, single, grouped);
				LoadApplication usual = bench.start(type, many, LoadApplication.groups(1))) {
			List<Way> ways = new ArrayList<>(List.of(Way.without(NO_GROUPS, without), Way.in(1, one(1), alike)));
			if (this.load.concurrency() > 1) {
				ways.add(Way.in(1, one(this.load.concurrency()), usual));
			}
			drains(bench, type, ONE_AT_A_TIME, this.inOneGroup, ways, result);
		}
	}

	/** In turns, so that none has an advantage by running later. */
	private void drains(Bench bench, QueueType type, String phase, int jobs, List<Way> ways, Result result) {
		this.rounds.numbers().forEach((round) -> {
			for (int i = 0; i < ways.size(); i++) {
				Way way = ways.get((round % 2 == 0) ? i : ways.size() - 1 - i);
				Phases phases = new Phases(bench, way.application(), result);
				String queue = LoadApplication.text(type);
				phases.fill(label(filling(phase), queue, way.name(), round), way.sender(), jobs);
				phases.drain(label(phase, queue, way.name(), round), jobs, Work.Plan.NOTHING);
			}
		});
	}

	/** Measures the memory of jobs that come behind some others, which are open. */
	private void remember(Bench bench, Way way, int open, Label label, Result result) {
		bench.server().purge();
		way.sender().inBatches(0, open);
		Meter.Phase phase = bench.meter().begin();
		way.sender().inBatches(open, this.waiting);
		bench.keep(phase.endOfFilling(label, this.waiting), result);
		QueueCounts counts = way.application().queue().counts();
		if (open > 0 && counts.waiting() != this.waiting) {
			throw new IllegalStateException(label + ": all of these jobs should wait, but there are " + counts);
		}
	}

	private static Label label(String phase, String queue, String way, int round) {
		return Label.ours(phase, queue + ", " + way, round);
	}

	private static String filling(String phase) {
		return Phases.FILL + " to " + phase;
	}

	private static String in(int groups) {
		return Tables.number("%,d", groups) + " groups";
	}

	private static String one(int handlers) {
		return "one group, handlers: " + handlers;
	}

	private String ready() {
		return this.waiting + " ready jobs";
	}

	private String waiting() {
		return this.waiting + " waiting jobs";
	}

	private void addTargets(String queue, Result result) {
		for (int number : this.groups) {
			addTarget(Phases.DRAIN, in(number), queue, MIN_DRAIN, result);
		}
		addTarget(ONE_AT_A_TIME, one(1), queue, MIN_ONE_AT_A_TIME, result);
		if (this.load.concurrency() > 1) {
			addTarget(ONE_AT_A_TIME, one(this.load.concurrency()), queue, MIN_ONE_AT_A_TIME, result);
		}
	}

	private static void addTarget(String phase, String way, String queue, double least, Result result) {
		double rate = result.median(label(phase, queue, way, 1)).get(Figure.RATE);
		double without = result.median(label(phase, queue, NO_GROUPS, 1)).get(Figure.RATE);
		result.targets()
			.add(new Target(phase + ", " + way + ", ratio to " + NO_GROUPS, queue, rate / without, true, least));
	}

	private Table memory(Result result) {
		List<String> columns = new ArrayList<>(List.of(Figure.MEMORY.title(), "ready"));
		this.groups.forEach((number) -> columns.add("waiting, " + in(number)));
		List<List<String>> rows = new ArrayList<>();
		for (QueueType type : this.load.types()) {
			String queue = LoadApplication.text(type);
			List<String> row = new ArrayList<>(
					List.of(queue, result.median(label(ready(), queue, NO_GROUPS, 1)).text(Figure.MEMORY)));
			this.groups.forEach(
					(number) -> row.add(result.median(label(waiting(), queue, in(number), 1)).text(Figure.MEMORY)));
			rows.add(row);
		}
		return new Table("Memory of " + this.waiting + " jobs", columns, rows);
	}

	private void details(String queue, Result result) {
		List<String> many = new ArrayList<>(List.of(NO_GROUPS));
		this.groups.forEach((number) -> many.add(in(number)));
		List<String> one = new ArrayList<>(List.of(NO_GROUPS, one(1)));
		if (this.load.concurrency() > 1) {
			one.add(one(this.load.concurrency()));
		}
		String drain = "drain " + this.rounds.jobs() + " jobs, " + this.load.concurrency() + " at a time";
		details(queue + ": " + drain, labels(Phases.DRAIN, queue, many), result);
		result.tables()
			.add(Tables.medians(queue + ": enqueue in batches of " + this.load.batch(), result,
					labels(filling(Phases.DRAIN), queue, many)));
		details(queue + ": drain " + this.inOneGroup + " jobs one at a time", labels(ONE_AT_A_TIME, queue, one),
				result);
	}

	private static List<Label> labels(String phase, String queue, List<String> ways) {
		return ways.stream().map((way) -> label(phase, queue, way, 1)).toList();
	}

	private static void details(String title, List<Label> kinds, Result result) {
		result.tables().add(Tables.medians(title, result, kinds));
		result.tables().add(Tables.commands("Redis commands, " + title, result, kinds));
		result.charts().add(Charts.byRound(title, result, kinds));
	}

}
