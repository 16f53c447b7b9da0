package io.github.redisqueue.samples.benchmark;

import java.util.ArrayList;
import java.util.List;

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

}
