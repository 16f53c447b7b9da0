package io.github.redisqueue.samples.benchmark.scenario;

import java.util.List;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.result.Figure;
import io.github.redisqueue.samples.benchmark.result.Figures;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.samples.benchmark.result.Target;

/**
 * The targets of a queue type, for ids of 36 characters, payloads of 200 bytes and a
 * concurrency of 10.
 *
 * @param drain throughput, as a ratio to that of the bare loop
 * @param redisCpu CPU time of Redis per job that is drained, in µs
 * @param memory memory per job in the queue, in bytes
 */
record Targets(double drain, double redisCpu, double memory) {

	private static final double FILL = 0.7;

	private static final double CLIENT_CPU = 20;

	/** One read per job, and some for new connections and bells. */
	private static final double READS = 1.01;

	private static Targets bounds(QueueType type) {
		return switch (type) {
			case LEASE -> new Targets(1.0, 7, 380);
			case LIST -> new Targets(0.9, 5, 370);
			case STREAM -> new Targets(0.6, 5, 380);
			case DELAYED -> new Targets(0.6, 6, 470);
		};
	}

	static List<Target> of(QueueType type, Result result) {
		String queue = LoadApplication.text(type);
		Targets bounds = bounds(type);
		Figures drain = result.median(Label.ours(Phases.DRAIN, queue, 1));
		Figures fill = result.median(Label.ours(Phases.FILL, queue, 1));
		Figures single = result.median(Label.ours(Phases.ONE_BY_ONE, queue, 1));
		double bareDrain = result.median(Label.bare(Phases.DRAIN, queue, 1)).get(Figure.RATE);
		double bareFill = result.median(Label.bare(Phases.FILL, queue, 1)).get(Figure.RATE);
		return List.of(
				new Target("drain, ratio to the bare loop", queue, drain.get(Figure.RATE) / bareDrain, true,
						bounds.drain()),
				new Target("drain, " + Figure.REDIS_CPU.title(), queue, drain.get(Figure.REDIS_CPU), false,
						bounds.redisCpu()),
				new Target("drain, " + Figure.CLIENT_CPU.title(), queue, drain.get(Figure.CLIENT_CPU), false,
						CLIENT_CPU),
				new Target("bulk enqueue, ratio to the bare loop", queue, fill.get(Figure.RATE) / bareFill, true, FILL),
				new Target("enqueue one by one, " + Figure.READS.title(), queue, single.get(Figure.READS), false,
						READS),
				new Target(Figure.MEMORY.title() + " in the queue", queue, fill.get(Figure.MEMORY), false,
						bounds.memory()));
	}

}
