package io.github.redisqueue.samples.benchmark.instance;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import io.github.redisqueue.samples.benchmark.measure.Info;
import io.github.redisqueue.samples.benchmark.measure.Server;
import io.github.redisqueue.samples.benchmark.result.Figure;
import io.github.redisqueue.samples.benchmark.result.Figures;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Measurement;
import io.github.redisqueue.samples.benchmark.result.Measurement.CommandUse;
import org.HdrHistogram.Histogram;

/**
 * Measures instances while they work: reads the counters of the server and of each
 * instance before and after a time. Not thread-safe.
 */
public final class InstanceMeter {

	private static final double SECOND = 1e9;

	private static final double MICROS = 1e3;

	private static final Set<String> SCRIPTS = Set.of("eval", "evalsha", "eval_ro", "evalsha_ro", "fcall", "fcall_ro");

	private final Instances instances;

	private final Server server;

	private List<Reading> before;

	private Info then;

	/**
	 * Begins to measure.
	 * @param instances the instances
	 * @param server the server
	 */
	public InstanceMeter(Instances instances, Server server) {
		this.instances = instances;
		this.server = server;
		this.before = instances.mark();
		this.then = server.info();
	}

	/**
	 * What was measured.
	 *
	 * @param measurement the figures
	 * @param waits how long jobs waited in listeners, in ns; empty if that is not known
	 */
	public record Measured(Measurement measurement, Histogram waits) {

	}

	/**
	 * Ends a measurement, and begins the next one.
	 * @param label describes the measurement
	 * @return what was measured since the last call
	 */
	public Measured end(Label label) {
		List<Reading> after = this.instances.mark();
		Info now = this.server.info();
		long jobs = IntStream.range(0, after.size()).mapToLong((i) -> jobs(after, i)).sum();
		Map<String, CommandUse> commands = now.commandsSince(this.then);
		Map<Figure, Double> figures = new EnumMap<>(Figure.class);
		figures.put(Figure.RATE, 0.0);
		if (jobs > 0) {
			addOfInstances(after, jobs, figures);
			figures.put(Figure.REDIS_CPU, (now.cpuMicros() - this.then.cpuMicros()) / jobs);
			figures.put(Figure.COMMANDS, calls(commands, commands.keySet()) / jobs);
			figures.put(Figure.SCRIPTS, calls(commands, SCRIPTS) / jobs);
			figures.put(Figure.PUSHES, calls(commands, Set.of("rpush")) / jobs);
			figures.put(Figure.POPS, calls(commands, Set.of("blpop")) / jobs);
		}
		Histogram waits = new Histogram(3);
		after.stream().map(Reading::waits).filter((some) -> some != null).forEach(waits::add);
		double seconds = seconds(after, 0);
		this.before = after;
		this.then = now;
		return new Measured(new Measurement(label, jobs, seconds, new Figures(figures), commands), waits);
	}

	private void addOfInstances(List<Reading> after, long jobs, Map<Figure, Double> figures) {
		int size = after.size();
		double cpu = IntStream.range(0, size)
			.mapToDouble((i) -> after.get(i).cpuNanos() - this.before.get(i).cpuNanos())
			.sum();
		double rate = IntStream.range(0, size).mapToDouble((i) -> jobs(after, i) / seconds(after, i)).sum();
		figures.put(Figure.RATE, rate);
		figures.put(Figure.CLIENT_CPU, cpu / MICROS / jobs);
		if (size > 1) {
			double equal = (double) jobs / size;
			long least = IntStream.range(0, size).mapToLong((i) -> jobs(after, i)).min().orElseThrow();
			long most = IntStream.range(0, size).mapToLong((i) -> jobs(after, i)).max().orElseThrow();
			figures.put(Figure.LEAST_SHARE, least / equal);
			figures.put(Figure.LARGEST_SHARE, most / equal);
		}
	}

	private long jobs(List<Reading> after, int instance) {
		return after.get(instance).handled() - this.before.get(instance).handled();
	}

	private double seconds(List<Reading> after, int instance) {
		return (after.get(instance).nanos() - this.before.get(instance).nanos()) / SECOND;
	}

	private static double calls(Map<String, CommandUse> commands, Set<String> names) {
		return names.stream().filter(commands::containsKey).mapToLong((name) -> commands.get(name).calls()).sum();
	}

}
