package io.github.redisqueue.samples.benchmark.result;

import java.util.ArrayList;
import java.util.List;

/**
 * What a command brings. The lists are filled while it runs, in the order of the reports.
 * Not thread-safe.
 *
 * @param measurements what was measured of each phase of each round, without warm-ups
 * @param latencies how long something took
 * @param targets what ought to be reached, and what was
 * @param tables what is to be read first
 * @param charts what is to be seen
 * @param notes what the reader ought to know about how it was measured
 */
public record Result(List<Measurement> measurements, List<Latency> latencies, List<Target> targets, List<Table> tables,
		List<Chart> charts, List<String> notes) {

	/**
	 * A result without anything yet.
	 */
	public Result() {
		this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(),
				new ArrayList<>());
	}

	/**
	 * What was measured of one kind, in all rounds.
	 * @param kind the phase, the queue and the side
	 * @return the measurements
	 */
	public List<Measurement> of(Label kind) {
		return this.measurements.stream().filter((measurement) -> measurement.label().isSameKind(kind)).toList();
	}

	/**
	 * The medians of one kind over all rounds.
	 * @param kind the phase, the queue and the side
	 * @return the medians
	 */
	public Figures median(Label kind) {
		return Figures.median(of(kind));
	}

}
