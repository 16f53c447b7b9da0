package io.github.redisqueue.samples.benchmark;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The figures that are measured for each phase. Most are divided by the number of its
 * jobs.
 */
enum Figure {

	RATE("jobsPerSecond", "jobs/s", 0),

	/** CPU time of all threads of the server. */
	REDIS_CPU("redisCpuMicrosPerJob", "Redis CPU µs/job", 2),

	CLIENT_CPU("clientCpuMicrosPerJob", "client CPU µs/job", 2),

	/** Commands that the server ran, including those inside scripts. */
	COMMANDS("redisCommandsPerJob", "Redis commands/job", 3),

	/** What clients have sent to the server, over the network. */
	INPUT("bytesToRedisPerJob", "bytes to Redis/job", 0),

	/** Memory of the keys of the benchmark. */
	MEMORY("redisMemoryPerJob", "Redis memory bytes/job", 0),

	SCRIPTS("scriptsPerJob", "scripts/job", 3),

	/** Each call rings a bell. */
	PUSHES("pushesPerJob", "RPUSH/job", 3),

	/** Each call waits for a bell. */
	POPS("popsPerJob", "BLPOP/job", 3),

	/**
	 * By the threads that send, or by all threads of the clients that live at the end.
	 */
	ALLOCATED("allocatedBytesPerJob", "allocated bytes/job", 0),

	/** The duration of a call, or how late a job begins. */
	P50("p50Micros", "p50 µs", 0),

	P99("p99Micros", "p99 µs", 0),

	/** Jobs of the instance with the fewest, by those of an equal share. */
	LEAST_SHARE("leastShare", "least share", 2),

	/** Jobs of the instance with the most, by those of an equal share. */
	LARGEST_SHARE("largestShare", "largest share", 2);

	private final String json;

	private final String title;

	private final int decimals;

	Figure(String json, String title, int decimals) {
		this.json = json;
		this.title = title;
		this.decimals = decimals;
	}

	@JsonValue
	String json() {
		return this.json;
	}

	String title() {
		return this.title;
	}

	/** A value with the number of decimals of this figure, or a hyphen if it is NaN. */
	String format(double value) {
		return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,." + this.decimals + "f", value);
	}

}
