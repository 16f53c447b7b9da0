package io.github.redisqueue.samples.benchmark.scenario;

import java.util.List;

import io.github.redisqueue.samples.benchmark.bare.BareLoop;
import io.github.redisqueue.samples.benchmark.load.Payloads;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Result;

/**
 * Measures the phases of a bare loop in the same way as those of an application.
 */
final class BarePhases {

	private final Bench bench;

	private final int jobs;

	private final BareLoop loop;

	private final Result result;

	private final List<byte[]> payloads;

	BarePhases(Bench bench, BareLoop loop, int jobs, int payloadSize, Result result) {
		this.bench = bench;
		this.jobs = jobs;
		this.loop = loop;
		this.result = result;
		this.payloads = Payloads.bytes(payloadSize);
	}

	void run(String queue, int round) {
		this.bench.server().purge();
		this.loop.prepare();
		Meter.Phase filling = this.bench.meter().begin();
		this.loop.fill(this.jobs, this.payloads);
		this.bench.keep(filling.endOfFilling(Label.bare(Phases.FILL, queue, round), this.jobs), this.result);
		Meter.Phase draining = this.bench.meter().begin();
		int drained = this.loop.drain();
		this.bench.keep(draining.end(Label.bare(Phases.DRAIN, queue, round), this.jobs), this.result);
		if (drained != this.jobs) {
			throw new IllegalStateException("The bare loop of " + queue + " drained " + drained + " jobs of "
					+ this.jobs + ": another client may use the keys of the benchmark");
		}
	}

}
