package io.github.redisqueue.samples.benchmark.load;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options of commands that say what the measured application is like.
 */
public final class LoadSettings {

	@Option(names = "--shards", paramLabel = "N",
			description = "number of shards of each queue (default: that of the library)")
	private @Nullable Integer shards;

	@Option(names = "--batch", paramLabel = "N", defaultValue = "500",
			description = "largest number of jobs in one call of sendAll (default: ${DEFAULT-VALUE})")
	private int batch;

	@Option(names = "--payload-size", paramLabel = "BYTES", defaultValue = "200",
			description = "size of a payload in Redis, at least 100 (default: ${DEFAULT-VALUE})")
	private int payloadSize;

	@Option(names = "--concurrency", paramLabel = "N", defaultValue = "10",
			description = "number of jobs that a listener handles at a time (default: ${DEFAULT-VALUE})")
	private int concurrency;

	/** The settings that the command line names. */
	public LoadSettings() {
	}

	/** The settings of a command with options of its own. */
	public LoadSettings(@Nullable Integer shards, int batch, int payloadSize, int concurrency) {
		this.shards = shards;
		this.batch = batch;
		this.payloadSize = payloadSize;
		this.concurrency = concurrency;
	}

	/** The same, except for the number of jobs that a listener handles at a time. */
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
