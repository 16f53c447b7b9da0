package io.github.redisqueue.samples.benchmark;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.report.Report;
import io.github.redisqueue.test.PrivateRedis;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command of the benchmark: its options and what it measures.
 */
@Command(sortOptions = false, abbreviateSynopsis = true)
abstract class Scenario implements Callable<Integer> {

	static final String JOBS = "number of jobs per round (default: ${DEFAULT-VALUE})";

	static final String ROUNDS = "number of measured rounds, whose medians the report shows (default: ${DEFAULT-VALUE})";

	static final String WARMUP = "number of rounds of warm-up, which the report leaves out because the JIT compiler is "
			+ "running (default: ${DEFAULT-VALUE})";

	static final String WARM_TIME = "how long the application runs in the same way before it is measured as warm "
			+ "(default: ${DEFAULT-VALUE})";

	static final String THREADS = "numbers of threads that send at the same time (default: ${DEFAULT-VALUE})";

	static final String RATE = "number of jobs that are sent per second (default: ${DEFAULT-VALUE})";

	static final String DURATION = "duration of each measurement (default: ${DEFAULT-VALUE})";

	static final String NO_PEERS = "Without queues of other projects: the benchmark was built without -Pcompare-peers.";

	static final String JVM_OPTION = "option of the JVMs of the measured applications, for example -XX:+UseSerialGC; can "
			+ "be given several times";

	/** The least values of options for which it is not 1. */
	private static final Map<String, Long> LEAST = Map.of("--payload-size", 100L, "--instances", 2L, "--warmup", 0L,
			"--warm", 0L, "--warm-up", 0L, "--handler-time", 0L);

	@Spec
	private CommandSpec spec;

	@Option(names = "--types", split = ",", paramLabel = "TYPE", defaultValue = "lease,list,stream,delayed",
			description = "queue types to measure (default: ${DEFAULT-VALUE})")
	private List<QueueType> types = List.of();

	@Option(names = "--redis", order = 1, paramLabel = "URL",
			description = "address of the Redis to measure: a redis:// or rediss:// URL; without this option the benchmark "
					+ "starts a Redis without an append-only file")
	private @Nullable String redis;

	@Option(names = "--property", order = 1, paramLabel = "NAME=VALUE",
			description = "property of the application that is measured; can be given several times")
	private Map<String, String> properties = Map.of();

	@Option(names = "--output", order = 1, paramLabel = "DIR", defaultValue = "target/benchmark",
			description = "directory for the reports <command>.json and <command>.html (default: ${DEFAULT-VALUE})")
	private Path output = Path.of("");

	abstract void run(Bench bench) throws InterruptedException;

	final List<QueueType> types() {
		return this.types;
	}

	static int jobs(int rate, Duration time) {
		return (int) Math.max(1, rate * time.toMillis() / 1000);
	}

	final List<String> queues() {
		return this.types.stream().map(LoadApplication::text).toList();
	}

	@Override
	public final Integer call() throws InterruptedException, IOException {
		check();
		if (this.redis != null) {
			measure(this.redis);
			return 0;
		}
		try (PrivateRedis own = PrivateRedis.start()) {
			// It would outlive a JVM that is asked to end.
			Runtime.getRuntime().addShutdownHook(new Thread(own::kill));
			measure("redis://127.0.0.1:" + own.port() + "/0");
			return 0;
		}
	}

	private void measure(String url) throws InterruptedException, IOException {
		Instant started = Instant.now();
		PrintWriter out = this.spec.commandLine().getOut();
		try (Server server = new Server(url)) {
			server.purge();
			Info info = server.info();
			Bench bench = new Bench(server, this.properties, this.output, this.spec.commandLine().getErr()::println);
			run(bench);
			note(info, bench);
			Run run = new Run(name(), started, optionValues(), environment(info), bench.result());
			Report report = new Report("Redis Queue benchmark, " + name(),
					List.of(joined(run.environment().values().stream(), ", ") + " processors",
							joined(run.options().entrySet().stream(), "  ")),
					bench.result().tables(), bench.result().notes());
			out.print(report.text());
			report.write(this.output, name(), run, out);
		}
	}

	private static void note(Info info, Bench bench) {
		bench.note("CPU times are those of all threads of a process. Client CPU includes the handlers, a sender in the "
				+ "same process, the JIT compiler and the garbage collector. Linux reports it in steps of 10 ms.");
		if (!bench.result().targets().isEmpty()) {
			bench.note("The targets apply to the default options.");
		}
		long clients = info.number("connected_clients");
		if (clients > 1) {
			bench.note((clients - 1) + " other clients were connected to this Redis server at the start. Figures that "
					+ "come from INFO include their commands.");
		}
		if (info.keys() > 0) {
			bench.note("This Redis server was not empty at the start: it had " + info.keys() + " keys.");
		}
	}

	/** Refuses values that cannot be, and says what is allowed. */
	final void check() {
		// The address may contain a password, so the message does not repeat it.
		if (this.redis != null && !this.redis.matches("rediss?://.+")) {
			throw reject("--redis; allowed: redis://host:port or rediss://user:password@host:port");
		}
		for (OptionSpec option : this.spec.options()) {
			long least = LEAST.getOrDefault(option.longestName(), 1L);
			parts(option).filter((part) -> number(part) < least).findFirst().ifPresent((part) -> {
				throw reject(option.longestName() + ": " + part + "; allowed: " + least
						+ ((part instanceof Duration) ? " ms" : "") + " or more");
			});
		}
	}

	private static long number(@Nullable Object value) {
		return (value instanceof Integer integer) ? integer
				: (value instanceof Duration duration) ? duration.toMillis() : Long.MAX_VALUE;
	}

	final ParameterException reject(String message) {
		return new ParameterException(this.spec.commandLine(), "Invalid value for " + message);
	}

	final String name() {
		return this.spec.name();
	}

	/**
	 * The values of all options that have one, except for the address of Redis, which may
	 * contain a password.
	 */
	final Map<String, String> optionValues() {
		Map<String, String> values = new TreeMap<>();
		for (OptionSpec option : this.spec.options()) {
			if (option.getValue() != null && !option.usageHelp() && !option.longestName().equals("--redis")) {
				values
					.put(option.longestName(),
							joined(parts(option)
								.map((part) -> (part instanceof QueueType type) ? LoadApplication.text(type) : part),
									","));
			}
		}
		return values;
	}

	private static Stream<?> parts(OptionSpec option) {
		Object value = option.getValue();
		return (value instanceof Collection<?> several) ? several.stream() : Stream.of(value);
	}

	private static Map<String, Object> environment(Info info) {
		Map<String, Object> environment = new LinkedHashMap<>();
		environment.put("redis", "Redis " + info.text("redis_version") + " with"
				+ (info.text("aof_enabled").equals("1") ? "" : "out") + " an append-only file");
		environment.put("java",
				"Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vm.name") + ")");
		environment.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
				+ System.getProperty("os.arch"));
		environment.put("processors", Runtime.getRuntime().availableProcessors());
		return environment;
	}

	private static String joined(Stream<?> parts, String separator) {
		return parts.map(String::valueOf).collect(Collectors.joining(separator));
	}

	/** What the report as JSON consists of. */
	record Run(String command, Instant started, Map<String, String> options, Map<String, Object> environment,
			Result result) {
	}

}
