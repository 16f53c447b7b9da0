package io.github.redisqueue.samples.benchmark.options;

import java.time.Duration;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Options for commands that send at a given rate.
 */
public final class RateOptions implements Limited {

	@Option(names = "--rate", paramLabel = "N", defaultValue = "200",
			description = "number of jobs that the sender sends per second (default: ${DEFAULT-VALUE})")
	private int rate;

	@Mixin
	private final DurationOptions duration = new DurationOptions();

	public int rate() {
		return this.rate;
	}

	public Duration duration() {
		return this.duration.duration();
	}

	/**
	 * How many jobs are sent at the rate.
	 * @return rate times duration, at least 1
	 */
	public int jobs() {
		return (int) Math.max(1, product());
	}

	private long product() {
		return this.rate * duration().toMillis() / 1000;
	}

	@Override
	public void check(Limits limits) {
		limits.number("--rate", this.rate, 1, 1_000_000);
		limits.number("--rate times --duration", product(), 0, 200_000_000);
	}

}
