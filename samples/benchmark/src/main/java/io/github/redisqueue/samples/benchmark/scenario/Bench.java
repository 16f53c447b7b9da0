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
 * The tools with which scenarios measure.
 *
 * @param server the measured Redis server
 * @param surroundings the environment of applications under load
 * @param progress receives messages about the progress
 */
public record Bench(Server server, Surroundings surroundings, Consumer<String> progress) {

	LoadApplication start(QueueType type, LoadSettings settings) {
		return start(type, settings, Map.of());
	}

	/**
	 * Starts an application when nobody has added jobs yet: the cleaner of one before may
	 * have recorded the type of its queue again after the keys had been removed.
	 */
	LoadApplication start(QueueType type, LoadSettings settings, Map<String, String> properties) {
		this.server.purge();
		return LoadApplication.start(this.surroundings, settings, type, properties);
	}

	Meter meter() {
		return new Meter(this.server, this.surroundings.trips());
	}

	/**
	 * Reports a measurement, and adds it to the result unless it is part of the warm-up.
	 */
	void keep(Measurement measurement, Result result) {
		if (!measurement.label().inWarmup()) {
			result.measurements().add(measurement);
		}
		reportProgress(
				measurement.label() + ": " + measurement.figures().text(Figure.RATE) + " " + Figure.RATE.title());
	}

	void reportProgress(String message) {
		this.progress.accept(message);
	}

}
