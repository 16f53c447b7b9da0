package io.github.redisqueue.samples.benchmark.load;

import io.github.redisqueue.samples.benchmark.options.LoadOptions;
import io.github.redisqueue.samples.benchmark.options.PayloadOptions;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an application under load.
 *
 * @param shards number of shards of its queue; null for the default of the library
 * @param concurrency number of jobs that its listener handles at a time; null for the
 * default of the library
 * @param payloads payloads and ids of the jobs that it sends
 * @param batch largest number of jobs that it sends in one call
 */
public record LoadSettings(@Nullable Integer shards, @Nullable Integer concurrency, PayloadOptions payloads,
		int batch) {

	/**
	 * Returns the settings for a command that sends in batches and handles.
	 * @param options the options of the command
	 * @return the settings
	 */
	public static LoadSettings of(LoadOptions options) {
		return new LoadSettings(options.shards(), options.concurrency(), options.payloads(), options.batch());
	}

}
