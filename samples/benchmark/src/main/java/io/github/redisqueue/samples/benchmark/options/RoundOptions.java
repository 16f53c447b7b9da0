package io.github.redisqueue.samples.benchmark.options;

import java.util.stream.IntStream;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Options for commands that measure in rounds.
 */
public final class RoundOptions implements Limited {

	@Option(names = "--jobs", paramLabel = "N", defaultValue = "100000",
			description = "number of jobs per round (default: ${DEFAULT-VALUE})")
	private int jobs;

	@Option(names = "--rounds", paramLabel = "N", defaultValue = "5",
			description = "number of measured rounds, whose medians the report shows (default: ${DEFAULT-VALUE})")
	private int rounds;

	@Mixin
	private final WarmupOptions warmup = new WarmupOptions();

	public int jobs() {
		return this.jobs;
	}

	public int rounds() {
		return this.rounds;
	}

	public int warmup() {
		return this.warmup.rounds();
	}

	/**
	 * The numbers of all rounds.
	 * @return numbers below 1 for the warm-up, and from 1 on for the measured rounds
	 */
	public IntStream numbers() {
		return IntStream.rangeClosed(1 - warmup(), this.rounds);
	}

	@Override
	public void check(Limits limits) {
		limits.number("--jobs", this.jobs, 1, 20_000_000);
		limits.number("--rounds", this.rounds, 1, 1000);
	}

}
