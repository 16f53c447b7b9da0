package io.github.redisqueue.samples.benchmark.scenario;

import java.util.Map;
import java.util.function.Consumer;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Surroundings;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.measure.Server;
import io.github.redisqueue.samples.benchmark.options.Options;
import io.github.redisqueue.samples.benchmark.result.Figure;
import io.github.redisqueue.samples.benchmark.result.Measurement;
import io.github.redisqueue.samples.benchmark.result.Result;

/**
 * What scenarios measure with.
 *
 * @param options what the user asks for
 * @param server the Redis that is measured
 * @param surroundings what applications under load have from outside
 * @param progress told what has been done, for those who wait
 */
public record Bench(Options options, Server server, Surroundings surroundings, Consumer<String> progress) {

	LoadApplication start(QueueType type) {
		return start(type, Map.of());
	}

	LoadApplication start(QueueType type, Map<String, String> properties) {
		return LoadApplication.start(this.surroundings, this.options, type, properties);
	}

	Meter meter() {
		return new Meter(this.server, this.surroundings.trips());
	}

	/** Keeps what counts, and tells of all. */
	void keep(Measurement measurement, Result result) {
		if (!measurement.label().inWarmup()) {
			result.measurements().add(measurement);
		}
		tell(measurement.label() + ": " + measurement.figures().text(Figure.RATE) + " " + Figure.RATE.title());
	}

	void tell(String what) {
		this.progress.accept(what);
	}

	/** Runs all rounds; those of the warm-up have numbers below 1. */
	void rounds(Round round) {
		for (int i = 1 - this.options.warmup(); i <= this.options.rounds(); i++) {
			round.run(i);
		}
	}

	/**
	 * What is done in a round.
	 */
	@FunctionalInterface
	interface Round {

		void run(int number);

	}

}
