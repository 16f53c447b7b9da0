package io.github.redisqueue.samples.benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.Result.Target;
import io.github.redisqueue.samples.benchmark.load.Handling;
import io.github.redisqueue.samples.benchmark.load.Instances;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.Latency;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Plan;
import io.github.redisqueue.samples.benchmark.load.Plan.LoadSettings;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.report.Report.Table;

/**
 * The tools with which scenarios measure. Properties that the user sets override all
 * others.
 */
record Bench(Server server, Map<String, String> properties, Path output, Consumer<String> progress, Result result) {

	Bench(Server server, Map<String, String> properties, Path output, Consumer<String> progress) {
		this(server, properties, output, progress, new Result());
	}

	/**
	 * Starts an application when nobody has added jobs yet: the cleaner of one before may
	 * have recorded the type of its queue again after the keys had been removed.
	 */
	LoadApplication start(QueueType type, LoadSettings settings, Map<String, String> more) {
		this.server.purge();
		return LoadApplication.start(type, plan(settings), more, new Handling());
	}

	/** A listener that leases a job when it has completed the one before. */
	Plan oneAtATime(LoadSettings settings) {
		Map<String, String> all = new HashMap<>(Map.of("redis-queue.listener.prefetch", "0"));
		all.putAll(this.properties);
		return new Plan(this.server.url(), settings.withConcurrency(1), all);
	}

	Plan plan(LoadSettings settings) {
		return new Plan(this.server.url(), settings, this.properties);
	}

	Instances open(Kind kind, Plan plan) {
		return Instances.open(kind, plan, this.output.resolve("instances"));
	}

	Meter begin() {
		return new Meter(this.server);
	}

	/**
	 * Reports a measurement, and adds it to the result unless it is part of the warm-up.
	 */
	void keep(Measurement measurement) {
		if (!measurement.label().inWarmup()) {
			this.result.measurements().add(measurement);
		}
		reportProgress(
				measurement.label() + ": " + measurement.figures().text(Figure.RATE) + " " + Figure.RATE.title());
	}

	void reportProgress(String message) {
		this.progress.accept(message);
	}

	void note(String note) {
		this.result.notes().add(note);
	}

	/** Notes repeated handling, which is allowed but not expected without crashes. */
	void noteRepeated(Label label, long repeated) {
		if (repeated > 0) {
			note(label + ": " + repeated + " jobs were handled more than once");
		}
	}

	void add(Table table) {
		this.result.tables().add(table);
	}

	/** Adds a target. Returns the value, its bound, and whether the target is met. */
	String atMost(double bound, String figure, String queue, double value) {
		return add(new Target(figure, queue, value, false, bound));
	}

	String atLeast(double bound, String figure, String queue, double value) {
		return add(new Target(figure, queue, value, true, bound));
	}

	private String add(Target target) {
		this.result.targets().add(target);
		return target.text();
	}

	void add(Latency latency) {
		this.result.latencies().add(latency);
	}

	Figures median(String phase, String queue) {
		return median(new Label(phase, queue, 1));
	}

	Figures median(Label first) {
		return Figures.median(this.result.measurements()
			.stream()
			.filter((it) -> it.label().ofFirstRound().equals(first.ofFirstRound()))
			.toList());
	}

	/**
	 * The median of the ratios of the rounds, in each of which both queues have had their
	 * turn. NaN if there are none.
	 */
	double ratio(Figure figure, String phase, String queue, String base) {
		return Figures.median(this.result.measurements()
			.stream()
			.filter((it) -> it.label().ofFirstRound().equals(new Label(phase, queue, 1)))
			.mapToDouble((it) -> it.figures().get(figure) / figure(figure, new Label(phase, base, it.label().round())))
			.filter(Double::isFinite));
	}

	private double figure(Figure figure, Label label) {
		return Figures.median(this.result.measurements()
			.stream()
			.filter((it) -> it.label().equals(label))
			.mapToDouble((it) -> it.figures().get(figure)));
	}

	/**
	 * Measures the steps of several instances, by their names in labels, in turns: each
	 * step follows the same of the others, and each round begins with another instance.
	 */
	void inTurns(Map<String, Supplier<Instances>> opened, int warmup, int rounds, List<ObjIntConsumer<Phases>> steps) {
		List<Phases> all = new ArrayList<>();
		try {
			opened.forEach((name, open) -> {
				this.server.purge();
				all.add(new Phases(this, open.get(), name));
			});
			for (int number = 1 - warmup; number <= rounds; number++) {
				for (ObjIntConsumer<Phases> step : steps) {
					for (Phases phases : all) {
						this.server.purge();
						step.accept(phases, number);
					}
				}
				Collections.rotate(all, -1);
			}
		}
		finally {
			all.forEach((phases) -> phases.instance().close());
		}
	}

	/** Runs all operations often enough for the JIT compiler. */
	void warmUp(LoadApplication application, int jobs) {
		Work work = application.expect(2 * jobs);
		application.sender().inBatches(0, jobs);
		application.listen();
		application.sender().oneByOne(jobs, jobs);
		work.await();
		application.awaitSettled();
		application.rest();
		this.server.purge();
	}

}
