package io.github.redisqueue.samples.benchmark.scenario;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.options.ListenerOptions;
import io.github.redisqueue.samples.benchmark.options.PayloadOptions;
import io.github.redisqueue.samples.benchmark.options.QueueOptions;
import io.github.redisqueue.samples.benchmark.options.RoundOptions;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Latency;
import io.github.redisqueue.samples.benchmark.result.Median;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.samples.benchmark.result.Target;
import io.github.redisqueue.QueueType;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Sends jobs one by one that are all due at one instant, and measures how late their
 * handlers begin by the clock of the server.
 */
@Command(name = "delayed", description = "Measures how late handlers start the jobs that are all due at one instant.")
final class DelayedScenario extends Scenario {

	private static final String PHASE = "send and handle delayed jobs";

	@Mixin
	private final QueueOptions queues = new QueueOptions();

	@Mixin
	private final RoundOptions rounds = new RoundOptions();

	@Mixin
	private final PayloadOptions payloads = new PayloadOptions();

	@Mixin
	private final ListenerOptions listener = new ListenerOptions();

	@Override
	public Result run(Bench bench) {
		Result result = new Result();
		LoadSettings settings = new LoadSettings(this.queues.shards(), this.listener.concurrency(), this.payloads, 1);
		for (QueueType type : this.queues.types()) {
			try (LoadApplication application = bench.start(type, settings)) {
				measure(bench, application, LoadApplication.text(type), result);
			}
		}
		String jobs = this.rounds.jobs() + " jobs due at one instant";
		result.tables().add(Tables.targets("Lateness of " + jobs + ", medians of rounds", result.targets()));
		result.tables().add(Tables.latencies("Lateness of " + jobs + ", all rounds together", result.latencies()));
		result.charts().addAll(Charts.latencies(result.latencies()));
		return result;
	}

	private void measure(Bench bench, LoadApplication application, String queue, Result result) {
		Histogram all = LatencyScenario.histogram();
		List<Latency> rounds = new ArrayList<>();
		DueJobs due = new DueJobs(bench, application, new Phases(bench, application, result), this.rounds.jobs(),
				result);
		this.rounds.numbers().forEach((round) -> {
			Histogram lateness = due.measure(Label.ours(PHASE, queue, round));
			if (round > 0) {
				all.add(lateness);
				rounds.add(Latency.of(queue, lateness));
			}
		});
		result.latencies().add(Latency.of(queue, all));
		result.targets()
			.addAll(List.of(new Target("early jobs", queue, due.early(), false, 0),
					new Target("first, ms", queue, median(rounds, 0), false, 10),
					new Target("p50, ms", queue, median(rounds, 50), false, 100),
					new Target("p99, ms", queue, median(rounds, 99), false, 160)));
	}

	private static double median(List<Latency> rounds, double percent) {
		return Median.of(rounds.stream().mapToDouble((round) -> round.millis(percent)));
	}

}
