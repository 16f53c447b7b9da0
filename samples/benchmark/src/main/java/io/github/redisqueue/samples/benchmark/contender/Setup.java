package io.github.redisqueue.samples.benchmark.contender;

import java.util.Map;

import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.measure.TripCounter;
import io.lettuce.core.RedisURI;

/**
 * Where and how a contender runs.
 *
 * @param redis the address of the server
 * @param load the payloads, the concurrency of the listener and the largest batch
 * @param properties properties of the application, for those that are configured with
 * properties
 * @param trips counts commands and round trips, for those that use Lettuce
 */
public record Setup(RedisURI redis, LoadSettings load, Map<String, String> properties, TripCounter trips) {

	/**
	 * How many jobs a listener handles at a time.
	 * @return the number, at least 1
	 */
	public int concurrency() {
		Integer concurrency = this.load.concurrency();
		return (concurrency != null) ? concurrency : 1;
	}

}
