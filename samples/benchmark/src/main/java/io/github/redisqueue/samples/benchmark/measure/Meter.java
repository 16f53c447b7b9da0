package io.github.redisqueue.samples.benchmark.measure;

import java.util.EnumMap;
import java.util.Map;

import io.github.redisqueue.samples.benchmark.result.Figure;
import io.github.redisqueue.samples.benchmark.result.Figures;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Measurement;
import io.github.redisqueue.samples.benchmark.result.Measurement.CommandUse;

/**
 * Measures phases: reads the counters of the server and the JVM before and after a phase.
 * The differences include everything that other clients and threads do in the meantime.
 * Not thread-safe.
 */
public final class Meter {

	private static final double NANOS = 1e9;

	private static final double MICROS = 1e3;

	private final Server server;

	private final TripCounter trips;

	/**
	 * Creates a meter.
	 * @param server the server
	 * @param trips counts the commands and round trips of the client
	 */
	public Meter(Server server, TripCounter trips) {
		this.server = server;
		this.trips = trips;
	}

	/**
	 * Begins a phase.
	 * @return the phase, which the caller has to end
	 */
	public Phase begin() {
		Info info = this.server.info();
		return new Phase(new Snapshot(info, JvmUse.now(), this.trips.commands(), this.trips.trips()),
				System.nanoTime());
	}

	/**
	 * The size of the heap after the last garbage collection.
	 * @return the size in bytes
	 */
	public static long liveHeap() {
		return JvmUse.liveHeap();
	}

	/**
	 * The CPU time of this JVM.
	 * @return the time of all threads in ns, including the JIT compiler and the garbage
	 * collector
	 */
	public static long cpuNanos() {
		return JvmUse.now().cpuNanos();
	}

	private record Snapshot(Info info, JvmUse jvm, long commands, long trips) {

	}

	/**
	 * A phase that is being measured.
	 */
	public final class Phase {

		private final Snapshot before;

		private final long start;

		private Phase(Snapshot before, long start) {
			this.before = before;
			this.start = start;
		}

		/**
		 * Ends the phase.
		 * @param label describes the phase
		 * @param jobs the number of jobs that the phase processed
		 * @return the measurement
		 */
		public Measurement end(Label label, long jobs) {
			return end(label, jobs, false);
		}

		/**
		 * Ends a phase that added jobs to Redis, and also measures their memory.
		 * @param label describes the phase
		 * @param jobs the number of added jobs
		 * @return the measurement
		 */
		public Measurement endOfFilling(Label label, long jobs) {
			return end(label, jobs, true);
		}

		private Measurement end(Label label, long jobs, boolean filled) {
			double seconds = (System.nanoTime() - this.start) / NANOS;
			JvmUse jvm = JvmUse.now();
			long commands = Meter.this.trips.commands();
			long trips = Meter.this.trips.trips();
			Snapshot after = new Snapshot(Meter.this.server.info(), jvm, commands, trips);
			Map<String, CommandUse> used = after.info().commandsSince(this.before.info());
			Map<Figure, Double> figures = new EnumMap<>(Figure.class);
			sums(after, used, filled).forEach((figure, sum) -> figures.put(figure, sum / jobs));
			figures.put(Figure.RATE, jobs / seconds);
			return new Measurement(label, jobs, seconds, new Figures(figures), used);
		}

		private Map<Figure, Double> sums(Snapshot after, Map<String, CommandUse> used, boolean filled) {
			Info now = after.info();
			Info then = this.before.info();
			Map<Figure, Double> sums = new EnumMap<>(Figure.class);
			double run = used.values().stream().mapToLong(CommandUse::calls).sum();
			double sent = after.commands() - this.before.commands();
			sums.put(Figure.REDIS_CPU, now.cpuMicros() - then.cpuMicros());
			sums.put(Figure.CLIENT_CPU, (after.jvm().cpuNanos() - this.before.jvm().cpuNanos()) / MICROS);
			sums.put(Figure.COMMANDS, run);
			sums.put(Figure.CLIENT_COMMANDS, sent);
			sums.put(Figure.SCRIPT_COMMANDS, Math.max(0, run - sent));
			sums.put(Figure.TRIPS, (double) after.trips() - this.before.trips());
			// Reading the counters takes one.
			sums.put(Figure.READS, since("total_reads_processed", now) - 1);
			sums.put(Figure.BYTES_IN, since("total_net_input_bytes", now));
			sums.put(Figure.BYTES_OUT, since("total_net_output_bytes", now));
			sums.put(Figure.ALLOCATED, (double) after.jvm().allocatedSince(this.before.jvm()));
			if (filled) {
				sums.put(Figure.MEMORY, since("used_memory", now));
			}
			return sums;
		}

		private double since(String field, Info now) {
			return (double) now.number(field) - this.before.info().number(field);
		}

	}

}
