package io.github.redisqueue.samples.benchmark.options;

import picocli.CommandLine.Option;

/**
 * Option for commands that repeat a measurement.
 */
public final class RepeatOptions implements Limited {

	@Option(names = "--rounds", paramLabel = "N", defaultValue = "5",
			description = "number of measured rounds, whose medians the report shows (default: ${DEFAULT-VALUE})")
	private int rounds;

	public int rounds() {
		return this.rounds;
	}

	@Override
	public void check(Limits limits) {
		limits.number("--rounds", this.rounds, 1, 1000);
	}

}
