package io.github.redisqueue.samples.benchmark.result;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The figures that are measured for each phase. Most are divided by the number of its
 * jobs.
 */
public enum Figure {

	/** Jobs per second. */
	@JsonProperty("jobsPerSecond")
	RATE("jobs/s", 0),

	/** CPU time of all threads of the server. */
	@JsonProperty("redisCpuMicrosPerJob")
	REDIS_CPU("Redis CPU µs/job", 2),

	/** CPU time of all threads of this JVM. */
	@JsonProperty("clientCpuMicrosPerJob")
	CLIENT_CPU("client CPU µs/job", 2),

	/** Commands that the server ran, including those inside scripts. */
	@JsonProperty("redisCommandsPerJob")
	COMMANDS("Redis commands/job", 3),

	/** Commands that the client sent. */
	@JsonProperty("clientCommandsPerJob")
	CLIENT_COMMANDS("client commands/job", 3),

	/** Commands that scripts ran. */
	@JsonProperty("scriptCommandsPerJob")
	SCRIPT_COMMANDS("commands in scripts/job", 3),

	/** How often the client sent one command or a pipeline of commands. */
	@JsonProperty("roundTripsPerJob")
	TRIPS("round trips/job", 4),

	/** How often the server read from a socket. */
	@JsonProperty("redisReadsPerJob")
	READS("Redis reads/job", 4),

	/** Bytes that the server received. */
	@JsonProperty("bytesInPerJob")
	BYTES_IN("bytes in/job", 0),

	/** Bytes that the server sent. */
	@JsonProperty("bytesOutPerJob")
	BYTES_OUT("bytes out/job", 0),

	/** Bytes that the threads of this JVM allocated on the heap. */
	@JsonProperty("allocatedBytesPerJob")
	ALLOCATED("allocated bytes/job", 0),

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

	/**
	 * The heading of a column.
	 * @return name and unit
	 */
	public String title() {
		return this.title;
	}

	/**
	 * A value as text.
	 * @param value the value
	 * @return the value, with the number of decimals of this figure, or a hyphen if it
	 * was not measured
	 */
	public String format(double value) {
		return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,." + this.decimals + "f", value);
	}

}
