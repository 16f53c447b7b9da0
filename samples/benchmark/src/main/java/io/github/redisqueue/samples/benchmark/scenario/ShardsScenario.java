package io.github.redisqueue.samples.benchmark.scenario;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.load.Surroundings;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.benchmark.measure.Address;
import io.github.redisqueue.samples.benchmark.network.DelayingProxy;
import io.github.redisqueue.samples.benchmark.network.DistantCluster;
import io.github.redisqueue.samples.benchmark.options.DurationConverter;
import io.github.redisqueue.samples.benchmark.options.Limited;
import io.github.redisqueue.samples.benchmark.options.Limits;
import io.github.redisqueue.samples.benchmark.options.LoadOptions;
import io.github.redisqueue.samples.benchmark.options.RoundOptions;
import io.github.redisqueue.samples.benchmark.result.Figure;
import io.github.redisqueue.samples.benchmark.result.Figures;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Latency;
import io.github.redisqueue.samples.benchmark.result.Measurement;
import io.github.redisqueue.samples.benchmark.result.Median;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.samples.benchmark.result.Target;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Compares a queue in shards with one that has none, over a network that takes time: a
 * job that finds an empty queue, and the draining of a queue on a cluster.
 */
@Command(name = "shards",
		description = "Compares queues in shards with queues of one shard, with a delay between client and server.")
final class ShardsScenario extends Scenario implements Limited {

	private static final int SHARDS = 12;

	private static final double MAX_LATENCY_RATIO = 1.3;

	private static final double MIN_DRAIN_RATIO = 2.5;

	/** Long enough for a listener to settle a job and to wait again. */
	private static final long PAUSE_MILLIS = 30;

	@Mixin
	private final LoadOptions load = new LoadOptions();

	@Mixin
	private final RoundOptions rounds = new RoundOptions();

	@Option(names = "--delay", paramLabel = "TIME", defaultValue = "1ms", converter = DurationConverter.class,
			description = "what a proxy adds to each round trip (default: ${DEFAULT-VALUE})")
	private Duration delay = Duration.ZERO;

	@Option(names = "--singles", paramLabel = "N", defaultValue = "200",
			description = "number of jobs sent one by one to the empty queue (default: ${DEFAULT-VALUE})")
	private int singles;

	@Option(names = "--nodes", paramLabel = "N", defaultValue = "3",
			description = "number of nodes of the cluster that is drained, which the benchmark starts; 0 to leave "
					+ "that out (default: ${DEFAULT-VALUE})")
	private int nodes;

	@Override
	public void check(Limits limits) {
		limits.duration("--delay", this.delay, Duration.ZERO, Duration.ofSeconds(1));
		limits.number("--singles", this.singles, 1, 100_000);
		limits.number("--nodes", this.nodes, 0, 100);
	}

	@Override
	public Result run(Bench bench) throws InterruptedException {
		Result result = new Result();
		latencies(bench, result);
		if (this.nodes > 0) {
			Path directory = common().output().resolve("cluster");
			try (DistantCluster cluster = new DistantCluster(this.nodes, this.delay, directory)) {
				for (QueueType type : this.load.types()) {
					this.rounds.numbers().forEach((round) -> {
						for (int shards : order(round)) {
							drain(bench, cluster, type, shards, round, result);
						}
					});
				}
			}
			this.load.types().forEach((type) -> result.targets().add(drainRatio(LoadApplication.text(type), result)));
		}
		result.tables()
			.add(Tables.targets(
					shards() + " shards against one, " + this.delay.toNanos() / 1e6 + " ms added to each round trip",
					result.targets()));
		result.tables().add(Tables.latencies("One job into an idle queue", result.latencies()));
		List<Label> kinds = new ArrayList<>();
		for (QueueType type : this.load.types()) {
			List.of(1, shards()).forEach((shards) -> kinds.add(drain(LoadApplication.text(type), shards, 1)));
		}
		if (this.nodes > 0) {
			result.tables()
				.add(Tables.medians("Drain " + this.rounds.jobs() + " jobs over " + this.nodes + " nodes", result,
						kinds));
		}
		result.notes().add("The proxies run in the JVM of the client, and take CPU time from it.");
		return result;
	}

	private int shards() {
		Integer shards = this.load.shards();
		return (shards != null) ? shards : SHARDS;
	}

	private List<Integer> order(int round) {
		return (round % 2 == 0) ? List.of(shards(), 1) : List.of(1, shards());
	}

	private void latencies(Bench bench, Result result) throws InterruptedException {
		try (DelayingProxy proxy = new DelayingProxy(bench.server().uri().getHost(), bench.server().uri().getPort(),
				this.delay)) {
			Map<String, String> address = Map.of("spring.data.redis.url",
					Address.of(bench.server().uri(), "127.0.0.1", proxy.port()));
			for (QueueType type : this.load.types()) {
				Map<Integer, List<Histogram>> all = Map.of(1, new ArrayList<>(), shards(), new ArrayList<>());
				for (int round = 1 - this.rounds.warmup(); round <= this.rounds.rounds(); round++) {
					for (int shards : order(round)) {
						bench.server().purge();
						Histogram nanos = latency(surroundings(bench, address), type, shards);
						if (round > 0) {
							all.get(shards).add(nanos);
						}
					}
				}
				String queue = LoadApplication.text(type);
				result.targets()
					.add(new Target("p50 of a job into an idle queue, ratio to one shard", queue,
							p50(all.get(shards())) / p50(all.get(1)), false, MAX_LATENCY_RATIO));
				for (int shards : List.of(1, shards())) {
					Histogram sum = LatencyScenario.histogram();
					all.get(shards).forEach(sum::add);
					result.latencies().add(Latency.of(queue + ", shards: " + shards, sum));
				}
				bench.reportProgress(queue + ": one by one");
			}
			bench.server().purge();
		}
	}

	private static double p50(List<Histogram> rounds) {
		return Median.of(rounds.stream().mapToDouble((nanos) -> nanos.getValueAtPercentile(50)));
	}

	private static Surroundings surroundings(Bench bench, Map<String, String> address) {
		Map<String, String> properties = new HashMap<>(bench.surroundings().properties());
		properties.putAll(address);
		return new Surroundings(null, bench.surroundings().trips(), properties);
	}

	private LoadApplication start(Surroundings surroundings, QueueType type, int shards) {
		LoadSettings settings = new LoadSettings(shards, this.load.concurrency(), this.load.payloads(),
				this.load.batch());
		return LoadApplication.start(surroundings, settings, type, Map.of());
	}

	private Histogram latency(Surroundings surroundings, QueueType type, int shards) throws InterruptedException {
		Histogram nanos = LatencyScenario.histogram();
		try (LoadApplication application = start(surroundings, type, shards)) {
			Work work = application.expect(this.singles, new Work.Plan(Duration.ZERO, 0,
					(number, sent) -> nanos.recordValue(Math.max(0, System.nanoTime() - sent))));
			application.listener().start();
			for (int number = 0; number < this.singles; number++) {
				TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
				application.sender().oneByOne(number, 1, null);
				work.await(number + 1L);
			}
			application.listener().stop();
		}
		return nanos;
	}

	private static Label drain(String queue, int shards, int round) {
		return Label.ours(Phases.DRAIN + " on a cluster", queue + ", shards: " + shards, round);
	}

	private void drain(Bench bench, DistantCluster cluster, QueueType type, int shards, int round, Result result) {
		cluster.purge();
		int jobs = this.rounds.jobs();
		Map<String, String> address = Map.of("spring.data.redis.cluster.nodes", cluster.nodes());
		try (LoadApplication application = start(surroundings(bench, address), type, shards)) {
			application.sender().inBatches(0, jobs);
			Work work = application.expect(jobs, Work.Plan.NOTHING);
			long start = System.nanoTime();
			application.listener().start();
			work.await();
			application.awaitRest();
			double seconds = (System.nanoTime() - start) / 1e9;
			bench.keep(new Measurement(drain(LoadApplication.text(type), shards, round), jobs, seconds,
					new Figures(Map.of(Figure.RATE, jobs / seconds)), Map.of()), result);
			application.listener().stop();
		}
	}

	private Target drainRatio(String queue, Result result) {
		double many = result.median(drain(queue, shards(), 1)).get(Figure.RATE);
		double one = result.median(drain(queue, 1, 1)).get(Figure.RATE);
		return new Target("drain over " + this.nodes + " nodes, ratio to one shard", queue, many / one, true,
				MIN_DRAIN_RATIO);
	}

}
