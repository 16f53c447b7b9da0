package io.github.redisqueue.samples.benchmark.contender;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.measure.Server;
import io.github.redisqueue.samples.benchmark.measure.TripCounter;
import io.lettuce.core.RedisURI;

/**
 * The program of the JVM in which a contender is measured.
 */
public final class ContenderProcess {

	private ContenderProcess() {
	}

	/**
	 * Measures a contender.
	 * @param arguments the file with the plan, and the file for the report
	 */
	public static void main(String[] arguments) {
		exitWithParent();
		int code = 1;
		try {
			run(Path.of(arguments[0]), Path.of(arguments[1]));
			code = 0;
		}
		catch (Throwable ex) {
			ex.printStackTrace();
		}
		// Listeners of others may leave threads that keep a JVM running.
		System.exit(code);
	}

	private static void run(Path input, Path output) throws Exception {
		Properties properties = new Properties();
		try (Reader reader = Files.newBufferedReader(input)) {
			properties.load(reader);
		}
		ContenderPlan plan = ContenderPlan.of(properties);
		RedisURI redis = RedisURI.create(properties.getProperty("redis"));
		TripCounter trips = new TripCounter();
		Setup setup = new Setup(redis, plan.load(), plan.properties(), trips);
		try (Server server = Server.connect(redis);
				Contender contender = find(properties.getProperty("contender")).open(setup)) {
			new ContenderRun(contender, plan, new Meter(server, trips)).measure().write(output);
		}
	}

	private static ContenderKind find(String name) {
		Stream<ContenderKind> ours = Stream.of(QueueType.values()).map(Contenders::ours);
		return Stream.of(ours, Stream.of(Contenders.bare()), Contenders.peers().stream())
			.flatMap((kinds) -> kinds)
			.filter((kind) -> kind.name().equals(name))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("There is no contender '" + name + "'"));
	}

	/** The input ends with the JVM that started this one, however that ends. */
	private static void exitWithParent() {
		Thread watch = new Thread(() -> {
			try {
				while (System.in.read() >= 0) {
					Thread.onSpinWait();
				}
			}
			catch (IOException ex) {
				// The same as its end.
			}
			Runtime.getRuntime().halt(1);
		}, "benchmark-parent-watch");
		watch.setDaemon(true);
		watch.start();
	}

}
