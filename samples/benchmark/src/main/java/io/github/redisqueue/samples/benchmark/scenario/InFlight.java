package io.github.redisqueue.samples.benchmark.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.options.RoundOptions;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Result;

/**
 * Holds many leases, completes some of them in random order, and leases as many new jobs.
 * Calls the queue directly, because a listener would need as many handlers as leases.
 */
final class InFlight {

	/**
	 * The number of jobs that each call completes or leases, independent of the number in
	 * flight.
	 */
	static final int BATCH = 10;

	private static final int LARGEST_TRIP = 500;

	private final Random random = new Random(42);

	private final Bench bench;

	private final LoadApplication application;

	private final String name;

	private final Result result;

	InFlight(Bench bench, LoadApplication application, String name, Result result) {
		this.bench = bench;
		this.application = application;
		this.name = name;
		this.result = result;
	}

	static String phase(int inFlight) {
		return "complete and lease with " + inFlight + " in flight";
	}

	void measure(int inFlight, RoundOptions rounds) {
		int jobs = rounds.jobs();
		this.bench.server().purge();
		this.application.sender().inBatches(0, inFlight + (rounds.rounds() + 1) * jobs);
		List<Lease> held = new ArrayList<>(inFlight);
		while (held.size() < inFlight) {
			held.addAll(lease(Math.min(inFlight - held.size(), LARGEST_TRIP)));
		}
		for (int round = 1; round <= rounds.rounds(); round++) {
			Meter.Phase phase = this.bench.meter().begin();
			int done = 0;
			while (done < jobs) {
				List<Lease> picked = pick(held, Math.min(BATCH, jobs - done));
				if (queue().complete(picked).size() < picked.size()) {
					throw new IllegalStateException(
							"Leases were lost although no other worker should use the queue: " + picked);
				}
				held.addAll(lease(picked.size()));
				done += picked.size();
			}
			this.bench.keep(phase.end(Label.ours(phase(inFlight), this.name, round), jobs), this.result);
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

	private List<Lease> lease(int count) {
		List<Lease> leases = queue().lease(count).leases();
		if (leases.isEmpty()) {
			throw new IllegalStateException(
					"No job could be leased although the queue should have ready jobs: " + queue().counts());
		}
		return leases;
	}

	private WorkerQueue queue() {
		return this.application.queue();
	}

}
