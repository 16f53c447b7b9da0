package io.github.redisqueue.samples.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.github.redisqueue.listener.QueueListenerContainerFactory;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.samples.benchmark.load.Handling;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Plan.LoadSettings;
import io.github.redisqueue.samples.report.Report.Table;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures listeners of empty queues.
 */
@Command(name = "idle", description = "Measures the cost of listeners while their queues are empty.")
final class IdleScenario extends Scenario {

	private static final int MAX_THREADS = 4;

	private static final double PERCENT_OF_MICROS = 100 / 1e6;

	@Option(names = "--shards", paramLabel = "N",
			description = "number of shards of each queue (default: that of the library)")
	private @Nullable Integer shards;

	@Option(names = "--concurrency", paramLabel = "N", defaultValue = "10",
			description = "number of jobs that a listener handles at a time (default: ${DEFAULT-VALUE})")
	private int concurrency;

	@Option(names = "--duration", paramLabel = "TIME", defaultValue = "30s", description = DURATION)
	private Duration duration = Duration.ZERO;

	@Option(names = "--warm-up", paramLabel = "TIME", defaultValue = "60s", description = WARM_TIME)
	private Duration warmUp = Duration.ZERO;

	@Option(names = "--queues", paramLabel = "N", defaultValue = "64",
			description = "number of queues, each with a listener (default: ${DEFAULT-VALUE})")
	private int count;

	@Override
	void run(Bench bench) throws InterruptedException {
		Set<Thread> threadsBefore = Thread.getAllStackTraces().keySet();
		long connectionsBefore = bench.server().info().number("connected_clients");
		Map<String, String> properties = new HashMap<>(Map.of("spring.data.redis.url", bench.server().url()));
		LoadSettings settings = new LoadSettings(this.shards, 1, 100, this.concurrency);
		for (int i = 0; i < this.count; i++) {
			properties.putAll(LoadApplication.queue("idle-" + i, queues().get(i % types().size()), settings));
		}
		properties.putAll(bench.properties());
		try (ConfigurableApplicationContext context = LoadApplication.run(properties, new Handling())) {
			QueueListenerContainerFactory listeners = context.getBean(QueueListenerContainerFactory.class);
			QueueListenerRegistry registry = context.getBean(QueueListenerRegistry.class);
			for (int i = 0; i < this.count; i++) {
				registry.add(listeners.create("idle-" + i, "idle-" + i, (lease) -> {
				}));
			}
			// The first minute costs more, for the listeners start and the JIT compiler
			// runs.
			TimeUnit.MILLISECONDS.sleep(this.warmUp.toMillis());
			Meter phase = bench.begin();
			TimeUnit.MILLISECONDS.sleep(this.duration.toMillis());
			Measurement measurement = phase.end(new Label("idle", "all", 1), this.count);
			bench.result().measurements().add(measurement);
			Info info = bench.server().info();
			report(bench, measurement, info.number("connected_clients") - connectionsBefore,
					info.number("blocked_clients"));
			reportThreads(bench, threadsBefore);
		}
		bench.note("In the list of measurements, figures per job are figures per queue.");
	}

	private static void reportThreads(Bench bench, Set<Thread> before) {
		Map<String, Long> threads = Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> !before.contains(thread))
			.collect(Collectors.groupingBy((thread) -> thread.getName().replaceAll("\\d+", "*"), TreeMap::new,
					Collectors.counting()));
		long others = threads.entrySet()
			.stream()
			.filter((group) -> !group.getKey().startsWith("lettuce-") && !group.getKey().startsWith("netty-"))
			.mapToLong(Map.Entry::getValue)
			.sum();
		List<List<String>> rows = new ArrayList<>();
		threads.forEach((name, number) -> rows.add(List.of(name, number.toString())));
		rows.add(target(bench, MAX_THREADS, "platform threads besides the client's", others));
		bench.add(new Table("Platform threads that the application started", List.of("name", "threads"), rows));
	}

	private void report(Bench bench, Measurement measurement, long connections, long waiting) {
		double seconds = measurement.seconds();
		Figures figures = measurement.figures();
		// What an idle client sends.
		double commands = (figures.get(Figure.SCRIPTS) + figures.get(Figure.POPS)) / seconds;
		double client = figures.get(Figure.CLIENT_CPU) * this.count / seconds * PERCENT_OF_MICROS;
		double redis = figures.get(Figure.REDIS_CPU) * this.count / seconds * PERCENT_OF_MICROS;
		bench.add(new Table(this.count + " queues with a listener each", List.of("idle", "measured (target)"),
				List.of(target(bench, 1, "scripts and BLPOP per second and queue", commands),
						List.of("Redis commands per second and queue",
								Tables.number("%.2f", figures.get(Figure.COMMANDS) / seconds)),
						target(bench, 1, "client CPU, % of a core", client),
						List.of("Redis CPU, % of a core", Tables.number("%.2f", redis)),
						List.of("connections", Long.toString(connections)),
						target(bench, 1, "waiting connections", waiting))));
	}

	private static List<String> target(Bench bench, double bound, String figure, double value) {
		return List.of(figure, bench.atMost(bound, figure, "all", value));
	}

}
