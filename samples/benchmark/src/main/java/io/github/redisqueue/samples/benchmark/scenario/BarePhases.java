package io.github.redisqueue.samples.benchmark.scenario;

import java.util.List;

import io.github.redisqueue.samples.benchmark.bare.BareLoop;
import io.github.redisqueue.samples.benchmark.load.Payloads;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Result;

/**
 * The phases of a bare loop, measured as those of an application are.
 */
final class BarePhases {

	private final Bench bench;

	private final BareLoop loop;

	private final Result result;

	private final List<byte[]> payloads;

	BarePhases(Bench bench, BareLoop loop, Result result) {
		this.bench = bench;
		this.loop = loop;
		this.result = result;
		this.payloads = Payloads.bytes(bench.options().payloadSize());
	}

	void run(String queue, int round) {
		int jobs = this.bench.options().jobs();
		this.bench.server().purge();
		this.loop.prepare();
		Meter.Phase filling = this.bench.meter().begin();
		this.loop.fill(jobs, this.payloads);
		this.bench.keep(filling.endOfFilling(Label.bare(Phases.FILL, queue, round), jobs), this.result);
		Meter.Phase draining = this.bench.meter().begin();
		int drained = this.loop.drain();
		this.bench.keep(draining.end(Label.bare(Phases.DRAIN, queue, round), jobs), this.result);
		if (drained != jobs) {
			throw new IllegalStateException(
					"The bare loop of " + queue + " drained " + drained + " jobs of " + jobs + ": does anybody else?");
		}
	}

}
