package io.github.redisqueue.samples.benchmark.options;

import picocli.CommandLine.Option;

/**
 * Option for commands that send several jobs in one call.
 */
public final class BatchOptions implements Limited {

	@Option(names = "--batch", paramLabel = "N", defaultValue = "500",
			description = "largest number of jobs in one call of sendAll (default: ${DEFAULT-VALUE})")
	private int size;

	public int size() {
		return this.size;
	}

	@Override
	public void check(Limits limits) {
		limits.number("--batch", this.size, 1, 10_000);
	}

}
