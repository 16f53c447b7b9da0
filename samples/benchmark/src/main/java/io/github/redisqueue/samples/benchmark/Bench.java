package io.github.redisqueue.samples.benchmark;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.Instances;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.load.Plan;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.report.Table;

/**
 * The tools with which scenarios measure.
 *
 * @param server the measured Redis server
 * @param properties properties that the user sets, which override all others
 * @param output the directory for reports and logs
 * @param progress receives messages about the progress
 * @param result the result so far
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
		return LoadApplication.start(type, settings, with(more));
	}

	/** The address of Redis and further properties, unless the user sets them. */
	Map<String, String> with(Map<String, String> more) {
		Map<String, String> all = new HashMap<>(Map.of("spring.data.redis.url", this.server.url()));
		all.putAll(more);
		all.putAll(this.properties);
		return all;
	}

	Plan plan(LoadSettings settings) {
		return new Plan(this.server.url(), settings, this.properties);
	}

	Instances open(Kind kind, Plan plan) {
		return Instances.open(kind, plan, this.output.resolve("instances"));
	}

	Meter meter() {
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

	void add(Target target) {
		this.result.targets().add(target);
	}

	Figures median(String phase, String queue) {
		return this.result.median(new Label(phase, queue, 1));
	}

	/** Runs all operations often enough for the JIT compiler. */
	void warmUp(LoadApplication application, int jobs) {
		Work work = application.expect(2 * jobs);
		application.sender().inBatches(0, jobs);
		application.listen();
		application.sender().oneByOne(jobs, jobs, null);
		work.await();
		application.awaitSettled();
		application.rest();
		this.server.purge();
	}

}
