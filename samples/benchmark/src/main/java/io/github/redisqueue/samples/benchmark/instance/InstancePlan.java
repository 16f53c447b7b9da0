package io.github.redisqueue.samples.benchmark.instance;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.options.HandlerRow;
import io.github.redisqueue.samples.benchmark.options.PayloadOptions;
import org.jspecify.annotations.Nullable;

/**
 * What instances run.
 *
 * @param row the concurrency of an instance, and how long its handlers take
 * @param load payloads, shards and batches
 * @param groups the number of groups over which the jobs are spread; 0 if they have none
 * @param properties properties of the applications of this project
 */
public record InstancePlan(HandlerRow row, LoadSettings load, int groups, Map<String, String> properties) {

	private static final String PROPERTY = "property.";

	/**
	 * The same for other instances.
	 * @param other their concurrency, and how long their handlers take
	 * @return the plan
	 */
	public InstancePlan with(HandlerRow other) {
		return new InstancePlan(other,
				new LoadSettings(this.load.shards(), other.concurrency(), this.load.payloads(), this.load.batch()),
				this.groups, this.properties);
	}

	Map<String, String> toValues() {
		Map<String, String> values = new HashMap<>();
		if (this.load.shards() != null) {
			values.put("shards", this.load.shards().toString());
		}
		values.put("concurrency", Integer.toString(this.row.concurrency()));
		values.put("millis", Long.toString(this.row.time().toMillis()));
		values.put("virtual", Boolean.toString(this.row.virtual()));
		values.put("batch", Integer.toString(this.load.batch()));
		values.put("payload", this.load.payloads().kind().name());
		values.put("payload-size", Integer.toString(this.load.payloads().size()));
		values.put("ids", this.load.payloads().ids().name());
		values.put("groups", Integer.toString(this.groups));
		this.properties.forEach((name, value) -> values.put(PROPERTY + name, value));
		return values;
	}

	static InstancePlan of(Map<String, String> values) {
		Map<String, String> properties = new HashMap<>();
		values.forEach((name, value) -> {
			if (name.startsWith(PROPERTY)) {
				properties.put(name.substring(PROPERTY.length()), value);
			}
		});
		HandlerRow row = new HandlerRow(1, number(values, "concurrency"), Duration.ofMillis(number(values, "millis")),
				Boolean.parseBoolean(values.get("virtual")));
		PayloadOptions payloads = PayloadOptions.of(text(values, "payload"), text(values, "payload-size"),
				text(values, "ids"));
		@Nullable Integer shards = values.containsKey("shards") ? (Integer) number(values, "shards") : null;
		return new InstancePlan(row, new LoadSettings(shards, row.concurrency(), payloads, number(values, "batch")),
				number(values, "groups"), properties);
	}

	private static int number(Map<String, String> values, String name) {
		return Integer.parseInt(text(values, name));
	}

	private static String text(Map<String, String> values, String name) {
		String value = values.get(name);
		if (value == null) {
			throw new IllegalArgumentException("The plan has no '" + name + "'");
		}
		return value;
	}

}
