package io.github.redisqueue.samples.benchmark.options;

import picocli.CommandLine.Option;

/**
 * Option for the rounds of warm-up.
 */
public final class WarmupOptions implements Limited {

	@Option(names = "--warmup", paramLabel = "N", defaultValue = "3",
			description = "number of rounds of warm-up, which the report leaves out because the JIT compiler "
					+ "is running (default: ${DEFAULT-VALUE})")
	private int rounds;

	public int rounds() {
		return this.rounds;
	}

	@Override
	public void check(Limits limits) {
		limits.number("--warmup", this.rounds, 0, 1000);
	}

}
