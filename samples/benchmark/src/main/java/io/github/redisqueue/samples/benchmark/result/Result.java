package io.github.redisqueue.samples.benchmark.result;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of a command. The command fills the lists while it runs, in the order of the
 * reports. Not thread-safe.
 *
 * @param measurements the measurements of each phase of each round, without warm-ups
 * @param latencies the distributions of latencies
 * @param targets the targets, with the measured values
 * @param tables the tables
 * @param charts the charts
 * @param notes notes about how the result was measured
 */
public record Result(List<Measurement> measurements, List<Latency> latencies, List<Target> targets, List<Table> tables,
		List<Chart> charts, List<String> notes) {

	/**
	 * Creates an empty result.
	 */
	public Result() {
		this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(),
				new ArrayList<>());
	}

	/**
	 * The measurements of one kind in all rounds.
	 * @param kind a label with the phase, the queue and the side; its round is ignored
	 * @return the measurements
	 */
	public List<Measurement> of(Label kind) {
		return this.measurements.stream().filter((measurement) -> measurement.label().isSameKind(kind)).toList();
	}

	/**
	 * The medians of one kind over all rounds.
	 * @param kind a label with the phase, the queue and the side; its round is ignored
	 * @return the medians
	 */
	public Figures median(Label kind) {
		return Figures.median(of(kind));
	}

}
