package io.github.redisqueue.samples.benchmark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.redisqueue.samples.benchmark.load.Instances;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.Kinds;
import io.github.redisqueue.samples.benchmark.load.Plan.LoadSettings;
import io.github.redisqueue.samples.process.Program;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures threads that send with one client, as those of an application do, against
 * {@code LPUSH} over one shared connection.
 */
@Command(name = "senders", description = { "Measures threads that send with one client at the same time,",
		"against as many that call LPUSH over one connection of Lettuce." })
final class SendersScenario extends Scenario {

	@Option(names = "--shards", paramLabel = "N",
			description = "number of shards of each queue (default: that of the library)")
	private @Nullable Integer shards;

	@Option(names = "--payload-size", paramLabel = "BYTES", defaultValue = "200",
			description = "size of a payload in Redis, at least 100 (default: ${DEFAULT-VALUE})")
	private int payloadSize;

	@Option(names = "--jobs", paramLabel = "N", defaultValue = "60000", description = JOBS)
	private int jobs;

	@Option(names = "--rounds", paramLabel = "N", defaultValue = "5", description = ROUNDS)
	private int rounds;

	@Option(names = "--warmup", paramLabel = "N", defaultValue = "1", description = WARMUP)
	private int warmup;

	@Option(names = "--threads", split = ",", paramLabel = "N", defaultValue = "1,4,8,16,64", description = THREADS)
	private List<Integer> threads = List.of();

	@Override
	void run(Bench bench) {
		LoadSettings load = new LoadSettings(this.shards, 1, this.payloadSize, 1);
		Map<String, String> bases = new LinkedHashMap<>();
		for (String queue : queues()) {
			Kind ours = Kinds.version(queue, queue, Program.current());
			Kind push = Kinds.push(queue + ", LPUSH");
			bases.put(queue, push.name());
			Map<String, Supplier<Instances>> opened = new LinkedHashMap<>();
			List.of(push, ours).forEach((kind) -> opened.put(kind.name(), () -> bench.open(kind, bench.plan(load))));
			try (Sending sending = new Sending(bench, load, this.threads, this.jobs, Map.of(queue, ours))) {
				bench.inTurns(opened, this.warmup, this.rounds, sending.steps());
			}
		}
		List<String> phases = Sending.phases(this.threads);
		bench.add(Tables.costs("Medians of rounds", bench, phases,
				bases.entrySet().stream().flatMap((pair) -> Stream.of(pair.getKey(), pair.getValue())).toList()));
		bench.add(Tables.ratios("To LPUSH with as many threads", bench, phases, bases));
		bench.note("p50 and p99 are those of a call. LPUSH adds payloads that nobody converts, of the same size.");
	}

}
