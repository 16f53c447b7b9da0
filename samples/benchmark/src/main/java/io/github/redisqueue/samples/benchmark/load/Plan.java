package io.github.redisqueue.samples.benchmark.load;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What instances run.
 *
 * @param redis the address of the server, with the credentials
 * @param load payloads, shards and batches
 * @param row the concurrency of an instance, and how long its handlers take
 * @param groups the number of groups over which the jobs are spread; 0 if they have none
 * @param properties properties of the applications of this project
 */
public record Plan(String redis, LoadSettings load, HandlerRow row, int groups, Map<String, String> properties) {

	private static final String PROPERTY = "property.";

	/**
	 * What one instance runs whose handlers take no time.
	 * @param load payloads, shards, batches and concurrency
	 */
	public Plan(String redis, LoadSettings load, Map<String, String> properties) {
		this(redis, load, new HandlerRow(1, load.concurrency(), Duration.ZERO, false), 0, properties);
	}

	/**
	 * The same for other instances.
	 * @param other their concurrency, and how long their handlers take
	 */
	public Plan with(HandlerRow other) {
		return new Plan(this.redis, this.load.withConcurrency(other.concurrency()), other, this.groups,
				this.properties);
	}

	/**
	 * The same with jobs in groups.
	 * @param number the number of groups; 0 for none
	 */
	public Plan inGroups(int number) {
		return new Plan(this.redis, this.load, this.row, number, this.properties);
	}

	/** The plan in one line, encoded like the query of a URL. */
	String toLine(String kind) {
		Map<String, String> values = new HashMap<>();
		values.put("kind", kind);
		values.put("redis", this.redis);
		if (this.load.shards() != null) {
			values.put("shards", this.load.shards().toString());
		}
		values.put("concurrency", Integer.toString(this.load.concurrency()));
		values.put("millis", Long.toString(this.row.time().toMillis()));
		values.put("virtual", Boolean.toString(this.row.virtual()));
		values.put("batch", Integer.toString(this.load.batch()));
		values.put("payload-size", Integer.toString(this.load.payloadSize()));
		values.put("groups", Integer.toString(this.groups));
		this.properties.forEach((name, value) -> values.put(PROPERTY + name, value));
		return values.entrySet()
			.stream()
			.map((value) -> value.getKey() + "=" + URLEncoder.encode(value.getValue(), StandardCharsets.UTF_8))
			.collect(Collectors.joining("&"));
	}

	static Map<String, String> values(String line) {
		Map<String, String> values = new HashMap<>();
		for (String value : line.split("&")) {
			String[] parts = value.split("=", 2);
			values.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
		}
		return values;
	}

	static Plan of(Map<String, String> values) {
		Map<String, String> properties = new HashMap<>();
		values.forEach((name, value) -> {
			if (name.startsWith(PROPERTY)) {
				properties.put(name.substring(PROPERTY.length()), value);
			}
		});
		String shards = values.get("shards");
		int concurrency = Integer.parseInt(values.get("concurrency"));
		LoadSettings load = new LoadSettings((shards != null) ? Integer.valueOf(shards) : null,
				Integer.parseInt(values.get("batch")), Integer.parseInt(values.get("payload-size")), concurrency);
		HandlerRow row = new HandlerRow(1, concurrency, Duration.ofMillis(Long.parseLong(values.get("millis"))),
				Boolean.parseBoolean(values.get("virtual")));
		return new Plan(values.get("redis"), load, row, Integer.parseInt(values.get("groups")), properties);
	}

}
