package io.github.redisqueue.samples.benchmark.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.benchmark.load.IdleApplication;
import io.github.redisqueue.samples.benchmark.measure.Info;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.measure.Threads;
import io.github.redisqueue.samples.benchmark.options.DurationOptions;
import io.github.redisqueue.samples.benchmark.options.Limited;
import io.github.redisqueue.samples.benchmark.options.Limits;
import io.github.redisqueue.samples.benchmark.options.ListenerOptions;
import io.github.redisqueue.samples.benchmark.options.QueueOptions;
import io.github.redisqueue.samples.benchmark.options.WarmTimeOptions;
import io.github.redisqueue.samples.benchmark.result.Figure;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Measurement;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.samples.benchmark.result.Table;
import io.github.redisqueue.samples.benchmark.result.Target;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures listeners of empty queues.
 */
@Command(name = "idle", description = "Measures the cost of listeners while their queues are empty.")
final class IdleScenario extends Scenario implements Limited {

	private static final int MAX_THREADS = 4;

	private static final double PERCENT_OF_MICROS = 100 / 1e6;

	@Mixin
	private final QueueOptions queues = new QueueOptions();

	@Mixin
	private final DurationOptions duration = new DurationOptions();

	@Mixin
	private final WarmTimeOptions warmUp = new WarmTimeOptions();

	@Mixin
	private final ListenerOptions listener = new ListenerOptions();

	@Option(names = "--queues", paramLabel = "N", defaultValue = "64",
			description = "number of queues, each with a listener (default: ${DEFAULT-VALUE})")
	private int count;

	@Override
	public void check(Limits limits) {
		limits.number("--queues", this.count, 1, 10_000);
	}

	@Override
	public Result run(Bench bench) throws InterruptedException {
		Result result = new Result();
		Threads threadsBefore = Threads.now();
		int connectionsBefore = (int) bench.server().info().number("connected_clients");
		try (IdleApplication application = IdleApplication.start(bench.surroundings(), this.queues,
				this.listener.concurrency(), this.count)) {
			application.listen();
			// The first minute costs more, for the listeners start and the JIT compiler
			// runs.
			TimeUnit.MILLISECONDS.sleep(this.warmUp.time().toMillis());
			Meter.Phase phase = bench.meter().begin();
			TimeUnit.MILLISECONDS.sleep(this.duration.duration().toMillis());
			Measurement measurement = phase.end(Label.ours("idle", "all", 1), this.count);
			result.measurements().add(measurement);
			Info info = bench.server().info();
			Threads threads = Threads.now().since(threadsBefore);
			report(measurement, (int) info.number("connected_clients") - connectionsBefore,
					(int) info.number("blocked_clients"), result);
			report(threads.groups(), result);
		}
		result.notes().add("In the list of measurements, figures per job are figures per queue.");
		return result;
	}

	private void report(Map<String, Long> threads, Result result) {
		long others = threads.entrySet()
			.stream()
			.filter((group) -> !Threads.isClient(group.getKey()))
			.mapToLong(Map.Entry::getValue)
			.sum();
		Target target = new Target("platform threads besides the client's", "all", others, false, MAX_THREADS);
		result.targets().add(target);
		List<List<String>> rows = new ArrayList<>();
		threads.forEach((name, number) -> rows.add(List.of(name, number.toString())));
		rows.add(List.of(target.figure(), target.text()));
		result.tables()
			.add(new Table("Platform threads that the application started", List.of("name", "threads"), rows));
	}

	private void report(Measurement measurement, int connections, int waiting, Result result) {
		double seconds = measurement.seconds();
		double queues = this.count;
		double commands = measurement.figures().get(Figure.CLIENT_COMMANDS) / seconds;
		double all = measurement.figures().get(Figure.COMMANDS) / seconds;
		double client = measurement.figures().get(Figure.CLIENT_CPU) * queues / seconds * PERCENT_OF_MICROS;
		double redis = measurement.figures().get(Figure.REDIS_CPU) * queues / seconds * PERCENT_OF_MICROS;
		List<Target> targets = List.of(new Target("client commands per second and queue", "all", commands, false, 1),
				new Target("client CPU, % of a core", "all", client, false, 1),
				new Target("waiting connections", "all", waiting, false, 1));
		result.targets().addAll(targets);
		result.tables()
			.add(new Table(this.count + " queues with a listener each", List.of("idle", "measured (target)"),
					List.of(List.of("client commands per second and queue", targets.get(0).text()),
							List.of("Redis commands per second and queue", Tables.number("%.2f", all)),
							List.of("client CPU, % of a core", targets.get(1).text()),
							List.of("Redis CPU, % of a core", Tables.number("%.2f", redis)),
							List.of("connections", Integer.toString(connections)),
							List.of("waiting connections", targets.get(2).text()))));
		result.tables()
			.add(Tables.commands("Redis commands per queue in " + Math.round(seconds) + " s", result,
					List.of(measurement.label())));
	}

}
