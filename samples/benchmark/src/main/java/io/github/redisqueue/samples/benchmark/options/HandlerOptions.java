package io.github.redisqueue.samples.benchmark.options;

import java.time.Duration;

import picocli.CommandLine.Option;

/**
 * Option for commands whose handlers can take time.
 */
public final class HandlerOptions implements Limited {

	@Option(names = "--handler-time", paramLabel = "TIME", defaultValue = "0ms", converter = DurationConverter.class,
			description = "how long the handler of a job sleeps (default: ${DEFAULT-VALUE})")
	private Duration time = Duration.ZERO;

	public Duration time() {
		return this.time;
	}

	@Override
	public void check(Limits limits) {
		limits.duration("--handler-time", this.time, Duration.ZERO, Duration.ofMinutes(1));
	}

}
