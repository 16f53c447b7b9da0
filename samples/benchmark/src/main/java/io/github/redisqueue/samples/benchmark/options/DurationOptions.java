package io.github.redisqueue.samples.benchmark.options;

import java.time.Duration;

import picocli.CommandLine.Option;

/**
 * Option for commands that measure for a given time.
 */
public final class DurationOptions implements Limited {

	@Option(names = "--duration", paramLabel = "TIME", defaultValue = "30s", converter = DurationConverter.class,
			description = "duration of each measurement (default: ${DEFAULT-VALUE})")
	private Duration duration = Duration.ZERO;

	public Duration duration() {
		return this.duration;
	}

	@Override
	public void check(Limits limits) {
		limits.duration("--duration", this.duration, Duration.ofMillis(100), Duration.ofDays(7));
	}

}
