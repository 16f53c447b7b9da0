package io.github.redisqueue.samples.benchmark.contender;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.options.PayloadOptions;
import org.jspecify.annotations.Nullable;

/**
 * What is measured of a contender in one JVM: first the latency at a rate, at once and
 * again after a warm-up under the same load, and then the throughput.
 *
 * @param load payloads, concurrency and batches
 * @param properties properties of the applications of this project
 * @param steady the measurement of the latency
 * @param bulk the measurement of the throughput, null if there is none
 */
public record ContenderPlan(LoadSettings load, Map<String, String> properties, Steady steady, @Nullable Bulk bulk) {

	private static final String PROPERTY = "property.";

	/**
	 * A load at a steady rate.
	 *
	 * @param rate the number of jobs per second
	 * @param window how long the latency is measured each time
	 * @param warmUp how long the load lasts before the second time, the first included
	 * @param handlerTime how long a handler sleeps
	 */
	public record Steady(int rate, Duration window, Duration warmUp, Duration handlerTime) {

		int jobs(Duration time) {
			return (int) Math.max(1, this.rate * time.toMillis() / 1000);
		}

	}

	/**
	 * A load that is as high as possible.
	 *
	 * @param jobs the number of jobs
	 * @param warmUpRounds how often it is run before it is measured
	 */
	public record Bulk(int jobs, int warmUpRounds) {

		/** Jobs that are sent one by one take longer. */
		int singles() {
			return Math.max(1, this.jobs / 10);
		}

	}

	Properties toProperties() {
		Properties all = new Properties();
		if (this.load.shards() != null) {
			all.setProperty("shards", this.load.shards().toString());
		}
		if (this.load.concurrency() != null) {
			all.setProperty("concurrency", this.load.concurrency().toString());
		}
		all.setProperty("batch", Integer.toString(this.load.batch()));
		all.setProperty("payload", this.load.payloads().kind().name());
		all.setProperty("payload-size", Integer.toString(this.load.payloads().size()));
		all.setProperty("ids", this.load.payloads().ids().name());
		all.setProperty("rate", Integer.toString(this.steady.rate()));
		all.setProperty("window", this.steady.window().toString());
		all.setProperty("warm-up", this.steady.warmUp().toString());
		all.setProperty("handler-time", this.steady.handlerTime().toString());
		if (this.bulk != null) {
			all.setProperty("jobs", Integer.toString(this.bulk.jobs()));
			all.setProperty("warm-up-rounds", Integer.toString(this.bulk.warmUpRounds()));
		}
		this.properties.forEach((name, value) -> all.setProperty(PROPERTY + name, value));
		return all;
	}

	static ContenderPlan of(Properties all) {
		PayloadOptions payloads = PayloadOptions.of(all.getProperty("payload"), all.getProperty("payload-size"),
				all.getProperty("ids"));
		Map<String, String> properties = new HashMap<>();
		all.stringPropertyNames()
			.stream()
			.filter((name) -> name.startsWith(PROPERTY))
			.forEach((name) -> properties.put(name.substring(PROPERTY.length()), all.getProperty(name)));
		Steady steady = new Steady(number(all, "rate"), Duration.parse(all.getProperty("window")),
				Duration.parse(all.getProperty("warm-up")), Duration.parse(all.getProperty("handler-time")));
		return new ContenderPlan(
				new LoadSettings(numberOrNull(all, "shards"), numberOrNull(all, "concurrency"), payloads,
						number(all, "batch")),
				properties, steady,
				all.containsKey("jobs") ? new Bulk(number(all, "jobs"), number(all, "warm-up-rounds")) : null);
	}

	private static int number(Properties all, String name) {
		return Integer.parseInt(all.getProperty(name));
	}

	private static @Nullable Integer numberOrNull(Properties all, String name) {
		return all.containsKey(name) ? Integer.valueOf(all.getProperty(name)) : null;
	}

}
