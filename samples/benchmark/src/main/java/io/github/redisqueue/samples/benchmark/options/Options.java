package io.github.redisqueue.samples.benchmark.options;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.QueueType;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import org.springframework.util.unit.DataSize;

import static io.github.redisqueue.samples.benchmark.options.Command.BACKLOG;
import static io.github.redisqueue.samples.benchmark.options.Command.COMPARE;
import static io.github.redisqueue.samples.benchmark.options.Command.DELAYED;
import static io.github.redisqueue.samples.benchmark.options.Command.ENQUEUE;
import static io.github.redisqueue.samples.benchmark.options.Command.IDLE;
import static io.github.redisqueue.samples.benchmark.options.Command.LATENCY;
import static io.github.redisqueue.samples.benchmark.options.Command.SOAK;
import static io.github.redisqueue.samples.benchmark.options.Command.WORK;

/**
 * What the user asks for. Immutable once parsed by {@link CommandLineParser}.
 */
@picocli.CommandLine.Command
public final class Options {

	@Parameters(paramLabel = "COMMAND")
	private Command command = COMPARE;

	@Option(names = "--types", split = ",", paramLabel = "TYPE,..", defaultValue = "lease,list,stream,delayed",
			description = "types of queues, one after another")
	private List<QueueType> types = List.of();

	@Option(names = "--shards", paramLabel = "N",
			description = "shards of the queue; without it the default of the library")
	private @Nullable Integer shards;

	@Option(names = "--jobs", paramLabel = "N",
			description = "jobs per round; one by one a tenth of it (100000; delayed, backlog 10000)")
	@For({ ENQUEUE, WORK, DELAYED, BACKLOG, COMPARE })
	private @Nullable Integer jobs;

	@Option(names = "--rounds", paramLabel = "N", defaultValue = "5",
			description = "measured rounds, of which the median counts")
	@For({ ENQUEUE, WORK, DELAYED, BACKLOG, COMPARE })
	private int rounds;

	@Option(names = "--warmup", paramLabel = "N", defaultValue = "3",
			description = "rounds before that do not count: the JIT compiler is at work")
	@For({ ENQUEUE, WORK, LATENCY, DELAYED, BACKLOG, SOAK, COMPARE })
	private int warmup;

	@Option(names = "--batch", paramLabel = "N", defaultValue = "500", description = "jobs in one call of sendAll")
	@For({ ENQUEUE, WORK, BACKLOG, SOAK, COMPARE })
	private int batch;

	@Option(names = "--payload-size", paramLabel = "SIZE", defaultValue = "200B",
			description = "size of a payload in Redis")
	@For({ ENQUEUE, WORK, LATENCY, DELAYED, BACKLOG, SOAK, COMPARE })
	private DataSize payloadSize = DataSize.ofBytes(200);

	@Option(names = "--payload", paramLabel = "KIND", defaultValue = "json",
			description = "json: a record, which is written and read; bytes: a byte[]")
	@For({ ENQUEUE, WORK, LATENCY, DELAYED, BACKLOG, SOAK, COMPARE })
	private PayloadKind payload = PayloadKind.JSON;

	@Option(names = "--ids", paramLabel = "KIND", defaultValue = "generated",
			description = "generated: by the template; uuid, number: by the sender, looked up")
	@For({ ENQUEUE, WORK, LATENCY, DELAYED, BACKLOG, SOAK, COMPARE })
	private IdKind ids = IdKind.GENERATED;

	@Option(names = "--concurrency", paramLabel = "N", defaultValue = "10",
			description = "jobs that a listener handles at a time")
	@For({ WORK, LATENCY, DELAYED, BACKLOG, IDLE, SOAK, COMPARE })
	private int concurrency;

	@Option(names = "--handler-time", paramLabel = "TIME", defaultValue = "0ms",
			description = "how long a handler sleeps")
	@For({ WORK, LATENCY, SOAK })
	private Duration handlerTime = Duration.ZERO;

	@Option(names = "--failure-rate", paramLabel = "0..1", defaultValue = "0",
			description = "share of the jobs whose first attempt fails")
	@For(WORK)
	private double failureRate;

	@Option(names = "--rate", paramLabel = "N", description = "jobs per second (200, soak 10000)")
	@For({ LATENCY, SOAK })
	private @Nullable Integer rate;

	@Option(names = "--duration", paramLabel = "TIME", description = "for how long (30s, soak 10m)")
	@For({ LATENCY, IDLE, SOAK })
	private @Nullable Duration duration;

	@Option(names = "--queues", paramLabel = "N", defaultValue = "64", description = "queues, each with a listener")
	@For(IDLE)
	private int queues;

	@Option(names = "--backlogs", split = ",", paramLabel = "N,..", defaultValue = "10000,100000,1000000",
			description = "lengths of the queue to measure at")
	@For(BACKLOG)
	private List<Integer> backlogs = List.of();

	@Option(names = "--in-flight", split = ",", paramLabel = "N,..", defaultValue = "10,100,1000,10000,100000",
			description = "leases to hold while completing in random order")
	@For(BACKLOG)
	private List<Integer> inFlight = List.of();

	@Option(names = "--redis", paramLabel = "URL",
			description = "redis:// or rediss:// URL; without it a Redis is started")
	private @Nullable String redis;

	@Option(names = "--appendonly", paramLabel = "yes|no", defaultValue = "no",
			description = "whether the Redis that is started writes an append-only file")
	private String appendonly = "no";

	@Option(names = "--property", paramLabel = "NAME=VALUE",
			description = "property of the application; may be repeated")
	private Map<String, String> properties = Map.of();

	@Option(names = "--output", paramLabel = "DIR", defaultValue = "target/benchmark",
			description = "where <command>.json and <command>.html go")
	private Path output = Path.of("");

	private Map<String, String> described = Map.of();

	public Command command() {
		return this.command;
	}

	public List<QueueType> types() {
		return this.types;
	}

	public @Nullable Integer shards() {
		return this.shards;
	}

	public int jobs() {
		return (this.jobs != null) ? this.jobs : this.command.jobs();
	}

	public int rounds() {
		return this.rounds;
	}

	public int warmup() {
		return this.warmup;
	}

	public int batch() {
		return this.batch;
	}

	public int payloadSize() {
		return (int) this.payloadSize.toBytes();
	}

	public PayloadKind payload() {
		return this.payload;
	}

	public IdKind ids() {
		return this.ids;
	}

	public int concurrency() {
		return this.concurrency;
	}

	public Duration handlerTime() {
		return this.handlerTime;
	}

	public double failureRate() {
		return this.failureRate;
	}

	public int rate() {
		return (this.rate != null) ? this.rate : this.command.rate();
	}

	public Duration duration() {
		return (this.duration != null) ? this.duration : this.command.duration();
	}

	/**
	 * How many jobs are sent at the rate.
	 * @return rate times duration, at least 1
	 */
	public int numberOfJobs() {
		return (int) Math.max(1, (long) rate() * duration().toMillis() / 1000);
	}

	public int queues() {
		return this.queues;
	}

	public List<Integer> backlogs() {
		return this.backlogs;
	}

	public List<Integer> inFlight() {
		return this.inFlight;
	}

	public @Nullable String redis() {
		return this.redis;
	}

	public boolean appendonly() {
		return this.appendonly.equals("yes");
	}

	public Map<String, String> properties() {
		return this.properties;
	}

	public Path output() {
		return this.output;
	}

	/**
	 * What was measured, for the reports: all options that the command has, but for the
	 * address, which may hold a password.
	 * @return the values by the names of the options
	 */
	public Map<String, String> described() {
		return this.described;
	}

	void describe(Map<String, String> values) {
		this.described = Map.copyOf(values);
	}

	void check() {
		new OptionChecks().number("--shards", this.shards, 1, 1024)
			.number("--jobs", this.jobs, 1, 20_000_000)
			.number("--rounds", this.rounds, 1, 1000)
			.number("--warmup", this.warmup, 0, 1000)
			.number("--batch", this.batch, 1, 10_000)
			.number("--payload-size", this.payloadSize.toBytes(), 100, 1_000_000)
			.number("--concurrency", this.concurrency, 1, 10_000)
			.number("--rate", this.rate, 1, 1_000_000)
			.number("--queues", this.queues, 1, 10_000)
			.numbers("--backlogs", this.backlogs, 1, 20_000_000)
			.numbers("--in-flight", this.inFlight, 1, 1_000_000)
			.share("--failure-rate", this.failureRate)
			.time("--handler-time", this.handlerTime, Duration.ZERO, Duration.ofMinutes(1))
			.time("--duration", this.duration, Duration.ofMillis(100), Duration.ofDays(7))
			.oneOf("--appendonly", this.appendonly, List.of("yes", "no"))
			.address("--redis", this.redis)
			.number("--rate times --duration", (long) rate() * duration().toMillis() / 1000, 0, 200_000_000);
	}

}
