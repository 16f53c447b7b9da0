package io.github.redisqueue.samples.benchmark;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Map;

import io.github.redisqueue.samples.benchmark.load.Surroundings;
import io.github.redisqueue.samples.benchmark.measure.Info;
import io.github.redisqueue.samples.benchmark.measure.Server;
import io.github.redisqueue.samples.benchmark.measure.TripCounter;
import io.github.redisqueue.samples.benchmark.options.CommonOptions;
import io.github.redisqueue.samples.benchmark.report.Report;
import io.github.redisqueue.samples.benchmark.report.ReportWriter;
import io.github.redisqueue.samples.benchmark.result.Environment;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.samples.benchmark.scenario.Bench;
import io.github.redisqueue.samples.benchmark.scenario.Scenario;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.stereotype.Component;

/**
 * Runs the scenario of a command on a Redis server, and reports its result.
 */
@Component
class Benchmark {

	private final DataRedisConnectionDetails redis;

	private final boolean startedHere;

	private final ReportWriter reports;

	Benchmark(DataRedisConnectionDetails redis, ListableBeanFactory beans, ReportWriter reports) {
		this.redis = redis;
		// The configuration of a Redis server that the benchmark did not start is not
		// changed.
		this.startedHere = beans.containsBean("io.github.redisqueue.internal.embeddedRedisConnectionDetails");
		this.reports = reports;
	}

	void run(Scenario scenario, PrintStream out, PrintStream err) throws IOException, InterruptedException {
		Instant started = Instant.now();
		CommonOptions options = scenario.common();
		Map<String, String> values = scenario.optionValues();
		try (Server server = Server.connect(this.redis)) {
			if (this.startedHere) {
				server.appendonly(options.appendonly());
			}
			server.purge();
			Info info = server.info();
			Bench bench = new Bench(server, new Surroundings(this.redis, new TripCounter(), options.properties()),
					err::println);
			Result result = scenario.run(bench);
			addNotes(values.get("--warmup"), info, result);
			this.reports.write(new Report(scenario.name(), started, values, environment(info), result), out,
					options.output());
		}
	}

	private static void addNotes(@Nullable String warmup, Info info, Result result) {
		if (warmup != null) {
			result.notes()
				.add("Rounds of warm-up before each type, which are not measured because the JIT compiler is running: "
						+ warmup + ".");
		}
		result.notes()
			.add("CPU times are those of all threads of a process. Client CPU includes the handlers, a sender in the "
					+ "same process, the JIT compiler and the garbage collector. Linux reports it in steps of 10 ms.");
		if (!result.targets().isEmpty()) {
			result.notes().add("The targets apply to the default options.");
		}
		long clients = info.number("connected_clients");
		if (clients > 1) {
			result.notes()
				.add((clients - 1)
						+ " other clients were connected to this Redis server at the start. Figures that come "
						+ "from INFO include their commands.");
		}
		if (info.keys() > 0) {
			result.notes().add("This Redis server was not empty at the start: it had " + info.keys() + " keys.");
		}
	}

	private static Environment environment(Info info) {
		return new Environment(
				"Redis " + info.text("redis_version")
						+ (info.text("aof_enabled").equals("1") ? " with an append-only file"
								: " without an append-only file"),
				"Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vm.name") + ")",
				System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
						+ System.getProperty("os.arch"),
				Runtime.getRuntime().availableProcessors());
	}

}
