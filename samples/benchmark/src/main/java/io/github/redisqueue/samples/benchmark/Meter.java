package io.github.redisqueue.samples.benchmark;

import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

import io.github.redisqueue.samples.benchmark.Measurement.CommandUse;
import io.github.redisqueue.samples.benchmark.load.Instances.Reading;
import org.HdrHistogram.Histogram;

/**
 * Measures a phase, which begins with this object: reads the counters of the server and
 * of its clients before and after it. The differences include everything that other
 * clients and threads do in the meantime. Not thread-safe.
 */
final class Meter {

	private static final double SECOND = 1e9;

	private static final double MICROS = 1e3;

	private static final String INPUT = "total_net_input_bytes";

	private static final Set<String> SCRIPTS = Set.of("eval", "evalsha", "eval_ro", "evalsha_ro", "fcall", "fcall_ro");

	private final Server server;

	private final Supplier<List<Reading>> clients;

	private final Info then;

	private final List<Reading> before;

	private List<Reading> after = List.of();

	Meter(Server server, Supplier<List<Reading>> clients) {
		this.server = server;
		this.clients = clients;
		this.then = server.info();
		this.before = clients.get();
	}

	Meter(Server server) {
		this(server, () -> List.of(Reading.here(0, null)));
	}

	Measurement end(Label label, long jobs) {
		this.after = this.clients.get();
		return measurement(label, jobs, jobs / seconds(0), this.server.info());
	}

	/**
	 * Ends a phase in which clients handled jobs all the time, and some more than others.
	 */
	Measurement endOfHandling(Label label) {
		this.after = this.clients.get();
		double rate = clients().mapToDouble((i) -> jobs(i) / seconds(i)).sum();
		LongSummaryStatistics jobs = clients().mapToLong(this::jobs).summaryStatistics();
		Measurement measurement = measurement(label, jobs.getSum(), rate, this.server.info());
		if (this.after.size() > 1 && jobs.getSum() > 0) {
			measurement.figures().put(Figure.LEAST_SHARE, jobs.getMin() / jobs.getAverage());
			measurement.figures().put(Figure.LARGEST_SHARE, jobs.getMax() / jobs.getAverage());
		}
		return measurement;
	}

	/** How long jobs have waited in listeners until the phase ended, in ns. */
	Histogram waits() {
		Histogram waits = new Histogram(3);
		this.after.stream().map(Reading::waits).filter(Objects::nonNull).forEach(waits::add);
		return waits;
	}

	private Measurement measurement(Label label, long jobs, double rate, Info now) {
		Map<String, CommandUse> commands = now.commandsSince(this.then);
		Figures figures = new Figures();
		figures.put(Figure.RATE, rate);
		if (jobs > 0) {
			figures.put(Figure.CLIENT_CPU, difference(Reading::cpuNanos) / MICROS / jobs);
			figures.put(Figure.ALLOCATED, difference(Reading::allocated) / jobs);
			figures.put(Figure.REDIS_CPU, (now.cpuMicros() - this.then.cpuMicros()) / jobs);
			figures.put(Figure.COMMANDS, calls(commands, commands.keySet()) / jobs);
			figures.put(Figure.INPUT, (double) (now.number(INPUT) - this.then.number(INPUT)) / jobs);
			figures.put(Figure.SCRIPTS, calls(commands, SCRIPTS) / jobs);
			figures.put(Figure.PUSHES, calls(commands, Set.of("rpush")) / jobs);
			figures.put(Figure.POPS, calls(commands, Set.of("blpop")) / jobs);
		}
		return new Measurement(label, jobs, seconds(0), figures, commands);
	}

	private IntStream clients() {
		return IntStream.range(0, this.after.size());
	}

	private double difference(ToLongFunction<Reading> counter) {
		return clients()
			.mapToLong((i) -> counter.applyAsLong(this.after.get(i)) - counter.applyAsLong(this.before.get(i)))
			.sum();
	}

	private long jobs(int client) {
		return this.after.get(client).handled() - this.before.get(client).handled();
	}

	private double seconds(int client) {
		return (this.after.get(client).nanos() - this.before.get(client).nanos()) / SECOND;
	}

	private static double calls(Map<String, CommandUse> commands, Set<String> names) {
		return names.stream().filter(commands::containsKey).mapToLong((name) -> commands.get(name).calls()).sum();
	}

}
