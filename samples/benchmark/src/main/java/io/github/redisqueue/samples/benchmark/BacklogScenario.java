package io.github.redisqueue.samples.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;

import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Plan.BatchSettings;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.report.Report.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures the cost of a job by the length of the queue, and by the number of jobs in
 * flight.
 */
@Command(name = "backlog",
		description = "Measures the cost of a job by the length of the queue and by the number of jobs in flight.")
final class BacklogScenario extends Scenario {

	/** No lease expires during a measurement, and no cleaner runs. */
	private static final Map<String, String> HOLDING = Map.of("redis-queue.lease-time", "1h",
			"redis-queue.cleaner.enabled", "false");

	private static final double MAX_RATIO = 1.2;

	/**
	 * The number of jobs that each call completes or leases, independent of the number in
	 * flight.
	 */
	private static final int BATCH = 10;

	private static final int LARGEST_TRIP = 500;

	private final Random random = new Random(42);

	@Mixin
	private final BatchSettings load = new BatchSettings();

	@Option(names = "--jobs", paramLabel = "N", defaultValue = "10000", description = JOBS)
	private int jobs;

	@Option(names = "--rounds", paramLabel = "N", defaultValue = "5", description = ROUNDS)
	private int rounds;

	@Option(names = "--warmup", paramLabel = "N", defaultValue = "3", description = WARMUP)
	private int warmup;

	@Option(names = "--backlogs", split = ",", paramLabel = "N", defaultValue = "10000,100000,1000000",
			description = "numbers of jobs in the queue to measure at (default: ${DEFAULT-VALUE})")
	private List<Integer> backlogs = List.of();

	@Option(names = "--in-flight", split = ",", paramLabel = "N", defaultValue = "10,100,1000,10000,100000",
			description = "numbers of leases to hold while others are completed in random order "
					+ "(default: ${DEFAULT-VALUE})")
	private List<Integer> inFlight = List.of();

	@Override
	void run(Bench bench) {
		for (QueueType type : types()) {
			try (LoadApplication application = bench.start(type, this.load, HOLDING)) {
				for (int i = 0; i < this.warmup; i++) {
					bench.warmUp(application, this.jobs);
				}
				String queue = LoadApplication.text(type);
				this.backlogs.forEach((backlog) -> measure(bench, application, queue, backlog));
				this.inFlight.forEach((size) -> measureInFlight(bench, application, queue, size));
			}
			bench.server().purge();
		}
		show(bench, "Enqueue in batches of " + this.load.batch(), "jobs in the queue", this.backlogs,
				BacklogScenario::filling);
		show(bench, "Drain", "jobs in the queue", this.backlogs, BacklogScenario::draining);
		show(bench, "Complete and lease, " + BATCH + " of each at a time", "jobs in flight", this.inFlight,
				BacklogScenario::completing);
		bench.note("Leases last for an hour and no cleaner runs, so that only operations on the jobs are measured.");
	}

	private static String filling(int backlog) {
		return "enqueue at a backlog of " + backlog;
	}

	private static String draining(int backlog) {
		return "drain at a backlog of " + backlog;
	}

	private static String completing(int inFlight) {
		return "complete and lease with " + inFlight + " in flight";
	}

	/** Each round refills the backlog, and then drains a part of it. */
	private void measure(Bench bench, LoadApplication application, String queue, int backlog) {
		int part = Math.min(this.jobs, backlog);
		bench.server().purge();
		// Each round may handle more than a part, until the listener rests.
		Work work = application.expect((this.rounds + 1) * backlog);
		int sent = backlog - part;
		application.sender().inBatches(0, sent);
		long before = 0;
		for (int round = 1; round <= this.rounds; round++) {
			Meter filling = bench.begin();
			int missing = backlog - sent + (int) before;
			application.sender().inBatches(sent, missing);
			bench.keep(filling.end(new Label(filling(backlog), queue, round), missing));
			sent += missing;
			Meter draining = bench.begin();
			application.listen();
			work.await(before + part);
			long now = work.handled();
			bench.keep(draining.end(new Label(draining(backlog), queue, round), now - before));
			application.rest();
			before = work.handled();
		}
	}

	/**
	 * Holds many leases, completes some of them in random order, and leases as many new
	 * jobs. Calls the queue directly, because a listener would need as many handlers as
	 * leases.
	 */
	private void measureInFlight(Bench bench, LoadApplication application, String name, int size) {
		WorkerQueue queue = application.queue();
		bench.server().purge();
		application.sender().inBatches(0, size + (this.rounds + 1) * this.jobs);
		List<Lease> held = new ArrayList<>(size);
		while (held.size() < size) {
			held.addAll(lease(queue, Math.min(size - held.size(), LARGEST_TRIP)));
		}
		for (int round = 1; round <= this.rounds; round++) {
			Meter phase = bench.begin();
			int done = 0;
			while (done < this.jobs) {
				List<Lease> picked = pick(held, Math.min(BATCH, this.jobs - done));
				if (queue.complete(picked).size() < picked.size()) {
					throw new IllegalStateException(
							"Leases were lost although no other worker should use the queue: " + picked);
				}
				held.addAll(lease(queue, picked.size()));
				done += picked.size();
			}
			bench.keep(phase.end(new Label(completing(size), name, round), this.jobs));
		}
	}

	private List<Lease> pick(List<Lease> held, int count) {
		List<Lease> picked = new ArrayList<>(count);
		for (int i = Math.min(count, held.size()); i > 0; i--) {
			int at = this.random.nextInt(held.size());
			Lease last = held.remove(held.size() - 1);
			picked.add((at == held.size()) ? last : held.set(at, last));
		}
		return picked;
	}

	private static List<Lease> lease(WorkerQueue queue, int count) {
		List<Lease> leases = queue.lease(count).leases();
		if (leases.isEmpty()) {
			throw new IllegalStateException(
					"No job could be leased although the queue should have ready jobs: " + queue.counts());
		}
		return leases;
	}

	private void show(Bench bench, String title, String sizes, List<Integer> all, IntFunction<String> phase) {
		List<List<String>> rows = new ArrayList<>();
		for (String queue : queues()) {
			double first = bench.median(phase.apply(all.get(0)), queue).get(Figure.REDIS_CPU);
			for (int size : all) {
				Figures medians = bench.median(phase.apply(size), queue);
				String ratio = bench.atMost(MAX_RATIO, phase.apply(size) + ", Redis CPU to that at the first", queue,
						medians.get(Figure.REDIS_CPU) / first);
				rows.add(List.of(queue + ", " + Tables.number("%,d", size), medians.text(Figure.REDIS_CPU), ratio,
						medians.text(Figure.CLIENT_CPU), medians.text(Figure.RATE)));
			}
		}
		bench.add(new Table(title, List.of(sizes, Figure.REDIS_CPU.title(), "to that at the first",
				Figure.CLIENT_CPU.title(), Figure.RATE.title()), rows));
	}

}
