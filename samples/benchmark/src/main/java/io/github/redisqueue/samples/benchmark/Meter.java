package io.github.redisqueue.samples.benchmark;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.github.redisqueue.samples.benchmark.Measurement.CommandUse;
import io.github.redisqueue.samples.benchmark.load.Reading;
import org.HdrHistogram.Histogram;

/**
 * Measures phases: reads the counters of the server and of its clients before and after a
 * phase. The differences include everything that other clients and threads do in the
 * meantime. Not thread-safe.
 */
final class Meter {

	private static final double SECOND = 1e9;

	private static final double MICROS = 1e3;

	private static final Set<String> SCRIPTS = Set.of("eval", "evalsha", "eval_ro", "evalsha_ro", "fcall", "fcall_ro");

	private final Server server;

	private final Supplier<List<Reading>> clients;

	/** Measures clients. */
	Meter(Server server, Supplier<List<Reading>> clients) {
		this.server = server;
		this.clients = clients;
	}

	/** Measures this JVM. */
	Meter(Server server) {
		this(server, () -> List.of(Reading.here(0, null)));
	}

	/**
	 * Begins a phase.
	 * @return the phase, which the caller has to end
	 */
	Phase begin() {
		Info info = this.server.info();
		return new Phase(info, this.clients.get());
	}

	/**
	 * A phase that is being measured.
	 */
	final class Phase {

		private final Info then;

		private final List<Reading> before;

		private List<Reading> after = List.of();

		private Phase(Info then, List<Reading> before) {
			this.then = then;
			this.before = before;
		}

		/** Ends the phase. */
		Measurement end(Label label, long jobs) {
			this.after = Meter.this.clients.get();
			return measurement(label, jobs, jobs / seconds(0), Meter.this.server.info());
		}

		/** Ends a phase that added jobs to Redis, and also measures their memory. */
		Measurement endOfFilling(Label label, long jobs) {
			Measurement measurement = end(label, jobs);
			measurement.figures().put(Figure.MEMORY, since("used_memory", Meter.this.server.info()) / jobs);
			return measurement;
		}

		/**
		 * Ends a phase in which clients handled jobs all the time, and some more than
		 * others.
		 */
		Measurement endOfHandling(Label label) {
			this.after = Meter.this.clients.get();
			double rate = clients().mapToDouble((i) -> jobs(i) / seconds(i)).sum();
			long jobs = clients().mapToLong(this::jobs).sum();
			Measurement measurement = measurement(label, jobs, rate, Meter.this.server.info());
			if (this.after.size() > 1 && jobs > 0) {
				double equal = (double) jobs / this.after.size();
				measurement.figures()
					.put(Figure.LEAST_SHARE, clients().mapToLong(this::jobs).min().orElseThrow() / equal);
				measurement.figures()
					.put(Figure.LARGEST_SHARE, clients().mapToLong(this::jobs).max().orElseThrow() / equal);
			}
			return measurement;
		}

		/**
		 * How long jobs have waited in listeners until the phase ended.
		 * @return the waits in ns, none if that is not known
		 */
		Histogram waits() {
			Histogram waits = new Histogram(3);
			this.after.stream().map(Reading::waits).filter((some) -> some != null).forEach(waits::add);
			return waits;
		}

		private Measurement measurement(Label label, long jobs, double rate, Info now) {
			Map<String, CommandUse> commands = now.commandsSince(this.then);
			Figures figures = new Figures();
			figures.put(Figure.RATE, rate);
			if (jobs > 0) {
				double cpu = clients().mapToDouble((i) -> this.after.get(i).cpuNanos() - this.before.get(i).cpuNanos())
					.sum();
				figures.put(Figure.CLIENT_CPU, cpu / MICROS / jobs);
				figures.put(Figure.REDIS_CPU, (now.cpuMicros() - this.then.cpuMicros()) / jobs);
				figures.put(Figure.COMMANDS, calls(commands, commands.keySet()) / jobs);
				// Reading the counters takes one.
				figures.put(Figure.READS, (since("total_reads_processed", now) - 1) / jobs);
				figures.put(Figure.SCRIPTS, calls(commands, SCRIPTS) / jobs);
				figures.put(Figure.PUSHES, calls(commands, Set.of("rpush")) / jobs);
				figures.put(Figure.POPS, calls(commands, Set.of("blpop")) / jobs);
			}
			return new Measurement(label, jobs, seconds(0), figures, commands);
		}

		private IntStream clients() {
			return IntStream.range(0, this.after.size());
		}

		private long jobs(int client) {
			return this.after.get(client).handled() - this.before.get(client).handled();
		}

		private double seconds(int client) {
			return (this.after.get(client).nanos() - this.before.get(client).nanos()) / SECOND;
		}

		private double since(String field, Info now) {
			return (double) now.number(field) - this.then.number(field);
		}

		private static double calls(Map<String, CommandUse> commands, Set<String> names) {
			return names.stream().filter(commands::containsKey).mapToLong((name) -> commands.get(name).calls()).sum();
		}

	}

}
