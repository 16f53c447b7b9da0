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

	@Mixin
	private final RepeatOptions repeats = new RepeatOptions();

	@Mixin
	private final WarmupOptions warmup = new WarmupOptions();

	public int jobs() {
		return this.jobs;
	}

	public int rounds() {
		return this.repeats.rounds();
	}

	public int warmup() {
		return this.warmup.rounds();
	}

	/**
	 * The numbers of all rounds.
	 * @return numbers below 1 for the warm-up, and from 1 on for the measured rounds
	 */
	public IntStream numbers() {
		return IntStream.rangeClosed(1 - warmup(), rounds());
	}

	@Override
	public void check(Limits limits) {
		limits.number("--jobs", this.jobs, 1, 20_000_000);
	}

}
