package io.github.redisqueue.samples.benchmark;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The figures that are measured for each phase. Most are divided by the number of its
 * jobs.
 */
enum Figure {

	/** Jobs per second. */
	@JsonProperty("jobsPerSecond")
	RATE("jobs/s", 0),

	/** CPU time of all threads of the server. */
	@JsonProperty("redisCpuMicrosPerJob")
	REDIS_CPU("Redis CPU µs/job", 2),

	/** CPU time of all threads of the clients. */
	@JsonProperty("clientCpuMicrosPerJob")
	CLIENT_CPU("client CPU µs/job", 2),

	/** Commands that the server ran, including those inside scripts. */
	@JsonProperty("redisCommandsPerJob")
	COMMANDS("Redis commands/job", 3),

	/** How often the server read from a socket. */
	@JsonProperty("redisReadsPerJob")
	READS("Redis reads/job", 4),

	/** Growth of the memory that the server uses. */
	@JsonProperty("redisMemoryPerJob")
	MEMORY("Redis memory bytes/job", 0),

	/** Calls of scripts. */
	@JsonProperty("scriptsPerJob")
	SCRIPTS("scripts/job", 3),

	/** Calls of {@code RPUSH}, each of which rings a bell. */
	@JsonProperty("pushesPerJob")
	PUSHES("RPUSH/job", 3),

	/** Calls of {@code BLPOP}, each of which waits for a bell. */
	@JsonProperty("popsPerJob")
	POPS("BLPOP/job", 3),

	/** Jobs of the instance with the fewest, by those of an equal share. */
	@JsonProperty("leastShare")
	LEAST_SHARE("least share", 2),

	/** Jobs of the instance with the most, by those of an equal share. */
	@JsonProperty("largestShare")
	LARGEST_SHARE("largest share", 2);

	private final String title;

	private final int decimals;

	Figure(String title, int decimals) {
		this.title = title;
		this.decimals = decimals;
	}

	String title() {
		return this.title;
	}

	/**
	 * A value as text.
	 * @return the value, with the number of decimals of this figure, or a hyphen if it
	 * was not measured
	 */
	String format(double value) {
		return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,." + this.decimals + "f", value);
	}

}
