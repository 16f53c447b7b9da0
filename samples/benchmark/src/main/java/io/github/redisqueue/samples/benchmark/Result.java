package io.github.redisqueue.samples.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.github.redisqueue.samples.benchmark.load.Latency;
import io.github.redisqueue.samples.report.Report.Table;

/**
 * The result of a command. The command fills the lists while it runs, in the order of the
 * reports. Not thread-safe.
 */
record Result(List<Measurement> measurements, List<Latency> latencies, List<Target> targets, List<Table> tables,
		List<String> notes) {

	Result() {
		this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
	}

	/**
	 * A target for a figure of a queue, and the measured value. The bound is a lower or
	 * an upper one.
	 */
	record Target(String figure, String queue, double value, boolean least, double bound) {

		boolean isMet() {
			return this.least ? this.value >= this.bound : this.value <= this.bound;
		}

		String text() {
			return String.format(Locale.ROOT, "%.2f (%s %s) %s", this.value, this.least ? "≥" : "≤",
					Double.toString(this.bound).replaceAll("\\.0$", ""), isMet() ? "met" : "missed");
		}

	}

}
