package io.github.redisqueue.samples.benchmark;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;

import io.github.redisqueue.samples.benchmark.load.Instances;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.Plan.LoadSettings;

/**
 * Steps in which threads send that share one client; in the last one, one thread sends
 * while a job of the queue is leased, if its kind leases jobs. The listener that holds
 * the job is in a process of its own, so that it costs the sender nothing.
 */
record Sending(Bench bench, LoadSettings load, List<Integer> threads, int jobs, Map<String, Kind> kinds,
		Map<String, Instances> holders) implements AutoCloseable {

	private static final String BESIDE = "send, threads: 1, beside a leased job";

	Sending(Bench bench, LoadSettings load, List<Integer> threads, int jobs, Map<String, Kind> kinds) {
		this(bench, load, threads, jobs, kinds, new HashMap<>());
	}

	private static String phase(int threads) {
		return "send, threads: " + threads;
	}

	static List<String> phases(List<Integer> threads) {
		List<String> phases = new ArrayList<>(threads.stream().map(Sending::phase).toList());
		phases.add(BESIDE);
		return phases;
	}

	List<ObjIntConsumer<Phases>> steps() {
		List<ObjIntConsumer<Phases>> steps = new ArrayList<>();
		this.threads
			.forEach((number) -> steps.add((phases, round) -> phases.send(phase(number), round, this.jobs, number)));
		steps.add(this::besideLeased);
		return steps;
	}

	private void besideLeased(Phases phases, int round) {
		Kind kind = this.kinds.get(phases.queue());
		if (kind == null) {
			phases.send(BESIDE, round, this.jobs, 1);
			return;
		}
		Instances holder = this.holders.computeIfAbsent(phases.queue(),
				(queue) -> this.bench.open(kind, this.bench.oneAtATime(this.load)));
		holder.hold();
		phases.send(BESIDE, round, this.jobs, 1);
		// It would go on with the jobs that were sent.
		this.bench.server().purge();
		holder.rest();
	}

	@Override
	public void close() {
		this.holders.values().forEach(Instances::close);
	}

}
