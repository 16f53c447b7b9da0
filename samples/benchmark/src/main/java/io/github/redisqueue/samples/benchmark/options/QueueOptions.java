package io.github.redisqueue.samples.benchmark.options;

import java.util.List;

import io.github.redisqueue.QueueType;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options for the queues that are measured.
 */
public final class QueueOptions implements Limited {

	@Option(names = "--types", split = ",", paramLabel = "TYPE", defaultValue = "lease,list,stream,delayed",
			description = "queue types to measure (default: ${DEFAULT-VALUE})")
	private List<QueueType> types = List.of();

	@Option(names = "--shards", paramLabel = "N",
			description = "number of shards of each queue (default: that of the library)")
	private @Nullable Integer shards;

	public List<QueueType> types() {
		return this.types;
	}

	public @Nullable Integer shards() {
		return this.shards;
	}

	@Override
	public void check(Limits limits) {
		limits.number("--shards", this.shards, 1, 1024);
	}

}
