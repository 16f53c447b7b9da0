package io.github.redisqueue.samples.benchmark.load;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * What instances run: on the server of an address with credentials, with payloads, shards
 * and batches, handlers, a number of groups over which the jobs are spread, 0 for none,
 * and properties of the applications of this project.
 */
public record Plan(String redis, LoadSettings load, HandlerRow row, int groups, Map<String, String> properties) {

	private static final String PROPERTY = "property.";

	/** What one instance runs whose handlers take no time. */
	public Plan(String redis, LoadSettings load, Map<String, String> properties) {
		this(redis, load, new HandlerRow(1, load.concurrency(), Duration.ZERO, false), 0, properties);
	}

	public Plan with(HandlerRow other) {
		return new Plan(this.redis, this.load.withConcurrency(other.concurrency()), other, this.groups,
				this.properties);
	}

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

	/**
	 * Instances of an application whose handlers take time: how many, and how many jobs
	 * each of them handles at a time.
	 */
	public record HandlerRow(int instances, int concurrency, Duration time, boolean virtual) {

		private static final double SECOND = 1e9;

		/** 1 to 99 instances, 1 to 9999 jobs at a time, 1 to 9999 ms. */
		private static final Pattern ROW = Pattern.compile("([1-9]\\d?)x([1-9]\\d{0,3})x([1-9]\\d{0,3})(v?)");

		/**
		 * Reads a row that is written as instances, concurrency and ms, for example
		 * 4x10x5.
		 */
		public static HandlerRow of(String text) {
			Matcher row = ROW.matcher(text);
			if (!row.matches()) {
				throw new TypeConversionException("'" + text
						+ "' is not a row; allowed: instances (1 to 99), jobs at a time (1 to 9999) and ms (1 to 9999), for "
						+ "example 4x10x5, and a v behind them for virtual threads");
			}
			return new HandlerRow(Integer.parseInt(row.group(1)), Integer.parseInt(row.group(2)),
					Duration.ofMillis(Long.parseLong(row.group(3))), !row.group(4).isEmpty());
		}

		public String name() {
			return sizes() + " ms" + (this.virtual ? ", virtual" : "");
		}

		/**
		 * What handlers reach that take exactly their time, without anything between
		 * them.
		 */
		public double perSecond() {
			return this.instances * this.concurrency * SECOND / this.time.toNanos();
		}

		private String sizes() {
			return this.instances + "x" + this.concurrency + "x" + this.time.toMillis();
		}

		@Override
		public String toString() {
			return sizes() + (this.virtual ? "v" : "");
		}

	}

	/** The options of commands that say what the measured application is like. */
	public static class LoadSettings {

		@Option(names = "--shards", paramLabel = "N",
				description = "number of shards of each queue (default: that of the library)")
		private @Nullable Integer shards;

		private int batch = 500;

		@Option(names = "--payload-size", paramLabel = "BYTES", defaultValue = "200",
				description = "size of a payload in Redis, at least 100 (default: ${DEFAULT-VALUE})")
		private int payloadSize;

		@Option(names = "--concurrency", paramLabel = "N", defaultValue = "10",
				description = "number of jobs that a listener handles at a time (default: ${DEFAULT-VALUE})")
		private int concurrency;

		public LoadSettings() {
		}

		public LoadSettings(@Nullable Integer shards, int batch, int payloadSize, int concurrency) {
			this.shards = shards;
			this.batch = batch;
			this.payloadSize = payloadSize;
			this.concurrency = concurrency;
		}

		public LoadSettings withConcurrency(int other) {
			return new LoadSettings(this.shards, this.batch, this.payloadSize, other);
		}

		public @Nullable Integer shards() {
			return this.shards;
		}

		public int batch() {
			return this.batch;
		}

		public int payloadSize() {
			return this.payloadSize;
		}

		public int concurrency() {
			return this.concurrency;
		}

	}

	/** The same for commands that send several jobs with one call. */
	public static final class BatchSettings extends LoadSettings {

		@Option(names = "--batch", paramLabel = "N", defaultValue = "500",
				description = "largest number of jobs in one call of sendAll (default: ${DEFAULT-VALUE})")
		void inBatches(int jobs) {
			super.batch = jobs;
		}

	}

}
