package io.github.redisqueue.samples.benchmark.scenario;

import java.util.Map;
import java.util.function.Consumer;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.load.Surroundings;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.measure.Server;
import io.github.redisqueue.samples.benchmark.result.Figure;
import io.github.redisqueue.samples.benchmark.result.Measurement;
import io.github.redisqueue.samples.benchmark.result.Result;

/**
 * What scenarios measure with.
 *
 * @param server the Redis that is measured
 * @param surroundings what applications under load have from outside
 * @param progress told what has been done, for those who wait
 */
public record Bench(Server server, Surroundings surroundings, Consumer<String> progress) {

	LoadApplication start(QueueType type, LoadSettings settings) {
		return start(type, settings, Map.of());
	}

	LoadApplication start(QueueType type, LoadSettings settings, Map<String, String> properties) {
		return LoadApplication.start(this.surroundings, settings, type, properties);
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

}
