package io.github.redisqueue.samples.benchmark;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.samples.benchmark.load.Latency;
import io.github.redisqueue.samples.report.Table;

/**
 * The result of a command. The command fills the lists while it runs, in the order of the
 * reports. Not thread-safe.
 *
 * @param measurements the measurements of each phase of each round, without warm-ups
 * @param latencies the distributions of latencies
 * @param targets the targets, with the measured values
 * @param tables the tables
 * @param notes notes about how the result was measured
 */
record Result(List<Measurement> measurements, List<Latency> latencies, List<Target> targets, List<Table> tables,
		List<String> notes) {

	/** Creates an empty result. */
	Result() {
		this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
	}

	/**
	 * The measurements of one kind in all rounds.
	 * @param kind a label with the phase and the queue; its round is ignored
	 */
	List<Measurement> of(Label kind) {
		return this.measurements.stream().filter((measurement) -> measurement.label().isSameKind(kind)).toList();
	}

	/**
	 * The medians of one kind over all rounds.
	 * @param kind a label with the phase and the queue; its round is ignored
	 */
	Figures median(Label kind) {
		return Figures.median(of(kind));
	}

}
