package io.github.redisqueue.samples.benchmark.options;

import java.time.Duration;

import picocli.CommandLine.Option;

/**
 * Option for commands that measure after some time under the same conditions.
 */
public final class WarmTimeOptions implements Limited {

	@Option(names = "--warm-up", paramLabel = "TIME", defaultValue = "60s", converter = DurationConverter.class,
			description = "how long the application runs in the same way before it is measured as warm (default: ${DEFAULT-VALUE})")
	private Duration time = Duration.ZERO;

	public Duration time() {
		return this.time;
	}

	@Override
	public void check(Limits limits) {
		limits.duration("--warm-up", this.time, Duration.ZERO, Duration.ofHours(1));
	}

}
