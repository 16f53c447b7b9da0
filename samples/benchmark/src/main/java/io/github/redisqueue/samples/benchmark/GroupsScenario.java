package io.github.redisqueue.samples.benchmark;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.Instances;
import io.github.redisqueue.samples.benchmark.load.Kinds;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Plan;
import io.github.redisqueue.samples.benchmark.load.Plan.BatchSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Compares jobs in groups, of each of which one is open at a time, with jobs that have no
 * group: many groups, and one group.
 */
@Command(name = "groups", description = "Compares jobs in groups, of which one is open at a time, with jobs without.")
final class GroupsScenario extends Scenario {

	private static final String ONE_AT_A_TIME = "drain one at a time";

	private static final String NO_GROUPS = "no groups";

	private static final double MIN_DRAIN = 0.7;

	private static final double MIN_ONE_AT_A_TIME = 0.9;

	@Mixin
	private final BatchSettings load = new BatchSettings();

	@Option(names = "--jobs", paramLabel = "N", defaultValue = "200000", description = JOBS)
	private int jobs;

	@Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = ROUNDS)
	private int rounds;

	@Option(names = "--warmup", paramLabel = "N", defaultValue = "1", description = WARMUP)
	private int warmup;

	@Option(names = "--groups", split = ",", paramLabel = "N", defaultValue = "1000,100000",
			description = "numbers of groups over which the jobs are spread evenly (default: ${DEFAULT-VALUE})")
	private List<Integer> groups = List.of();

	@Option(names = "--in-one-group", paramLabel = "N", defaultValue = "5000",
			description = "number of jobs that are all in one group (default: ${DEFAULT-VALUE})")
	private int inOneGroup;

	@Override
	void run(Bench bench) {
		Plan plan = bench.plan(this.load);
		Map<String, Plan> many = new LinkedHashMap<>(Map.of(NO_GROUPS, plan));
		this.groups.forEach((number) -> many.put(Tables.number("%,d groups", number), plan.inGroups(number)));
		Map<String, Plan> one = new LinkedHashMap<>();
		one.put(NO_GROUPS, bench.oneAtATime(this.load));
		one.put("one group, handlers: 1", bench.oneAtATime(this.load).inGroups(1));
		one.putIfAbsent("one group, handlers: " + this.load.concurrency(), plan.inGroups(1));
		for (QueueType type : types()) {
			drain(bench, type, Phases.DRAIN, many, this.jobs);
			drain(bench, type, ONE_AT_A_TIME, one, this.inOneGroup);
		}
		for (String queue : queues()) {
			addTargets(bench, queue, Phases.DRAIN, many.keySet(), MIN_DRAIN);
			addTargets(bench, queue, ONE_AT_A_TIME, one.keySet(), MIN_ONE_AT_A_TIME);
		}
		bench.add(Tables.targets("Jobs in groups against jobs without, medians of rounds", bench.result().targets()));
		bench.add(Tables.costs("Drain " + this.jobs + " jobs, " + this.load.concurrency() + " at a time", bench,
				List.of(Phases.DRAIN), names(many.keySet())));
		bench.add(Tables.costs("Drain " + this.inOneGroup + " jobs one at a time", bench, List.of(ONE_AT_A_TIME),
				names(one.keySet())));
		bench.note("Of each group, one job is open at a time; the others wait.");
		bench.note("One at a time: a listener without groups that handles one job at a time and leases none ahead, "
				+ "against the same listener, and one with more handlers, for the jobs of one group.");
	}

	private void drain(Bench bench, QueueType type, String phase, Map<String, Plan> ways, int jobs) {
		Map<String, Supplier<Instances>> opened = new LinkedHashMap<>();
		ways.forEach((way, plan) -> opened.put(LoadApplication.text(type) + ", " + way,
				() -> bench.open(Kinds.ours(type, List.of()), plan)));
		bench.inTurns(opened, this.warmup, this.rounds, List.of((phases, round) -> {
			phases.fill(Phases.FILL + " to " + phase, round, jobs);
			phases.drain(phase, round, jobs);
		}));
	}

	private List<String> names(Collection<String> ways) {
		return queues().stream().flatMap((queue) -> ways.stream().map((way) -> queue + ", " + way)).toList();
	}

	private static void addTargets(Bench bench, String queue, String phase, Collection<String> ways, double least) {
		double without = bench.median(phase, queue + ", " + NO_GROUPS).get(Figure.RATE);
		ways.stream().skip(1).forEach((way) -> {
			double rate = bench.median(phase, queue + ", " + way).get(Figure.RATE);
			bench.atLeast(least, phase + ", " + way + ", ratio to " + NO_GROUPS, queue, rate / without);
		});
	}

}
