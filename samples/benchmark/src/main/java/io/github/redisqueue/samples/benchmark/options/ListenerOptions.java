package io.github.redisqueue.samples.benchmark.options;

import picocli.CommandLine.Option;

/**
 * Option for commands that run listeners.
 */
public final class ListenerOptions implements Limited {

	@Option(names = "--concurrency", paramLabel = "N", defaultValue = "10",
			description = "number of jobs that a listener handles at a time (default: ${DEFAULT-VALUE})")
	private int concurrency;

	public int concurrency() {
		return this.concurrency;
	}

	@Override
	public void check(Limits limits) {
		limits.number("--concurrency", this.concurrency, 1, 10_000);
	}

}
