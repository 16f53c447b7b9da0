package io.github.redisqueue.samples.benchmark;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.Kinds;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.load.Plan;
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
	private final LoadSettings load = new LoadSettings();

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
		one.put(NO_GROUPS, oneAtATime(bench));
		one.put("one group, handlers: 1", oneAtATime(bench).inGroups(1));
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
		for (String queue : queues()) {
			addDetails(bench, queue + ": drain " + this.jobs + " jobs, " + this.load.concurrency() + " at a time",
					Phases.DRAIN, names(queue, many.keySet()));
			addDetails(bench, queue + ": drain " + this.inOneGroup + " jobs one at a time", ONE_AT_A_TIME,
					names(queue, one.keySet()));
		}
		bench.note("Of each group, one job is open at a time; the others wait.");
		bench.note("One at a time: a listener without groups that handles one job at a time and leases none ahead, "
				+ "against the same listener, and one with more handlers, for the jobs of one group.");
	}

	/** A listener that leases a job when it has completed the one before. */
	private Plan oneAtATime(Bench bench) {
		Map<String, String> properties = new HashMap<>(Map.of("redis-queue.listener.prefetch", "0"));
		properties.putAll(bench.properties());
		return new Plan(bench.server().url(), this.load.withConcurrency(1), properties);
	}

	/** In turns, so that none has an advantage by running later. */
	private void drain(Bench bench, QueueType type, String phase, Map<String, Plan> ways, int jobs) {
		bench.server().purge();
		List<Phases> all = new ArrayList<>();
		try {
			ways.forEach((way, plan) -> all.add(new Phases(bench, bench.open(Kinds.ours(type, List.of()), plan),
					LoadApplication.text(type) + ", " + way)));
			for (int round = 1 - this.warmup; round <= this.rounds; round++) {
				for (Phases phases : all) {
					bench.server().purge();
					phases.fill(Phases.FILL + " to " + phase, round, jobs);
					phases.drain(phase, round, jobs);
				}
				Collections.reverse(all);
			}
		}
		finally {
			all.forEach((phases) -> phases.instance().close());
		}
	}

	private static List<String> names(String queue, Collection<String> ways) {
		return ways.stream().map((way) -> queue + ", " + way).toList();
	}

	private static void addTargets(Bench bench, String queue, String phase, Collection<String> ways, double least) {
		double without = bench.median(phase, queue + ", " + NO_GROUPS).get(Figure.RATE);
		ways.stream().skip(1).forEach((way) -> {
			double rate = bench.median(phase, queue + ", " + way).get(Figure.RATE);
			bench.add(new Target(phase + ", " + way + ", ratio to " + NO_GROUPS, queue, rate / without, true, least));
		});
	}

	private static void addDetails(Bench bench, String title, String phase, List<String> names) {
		bench.add(Tables.medians(title, bench.result(), phase, names));
	}

}
