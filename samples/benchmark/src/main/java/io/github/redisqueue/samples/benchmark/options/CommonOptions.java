package io.github.redisqueue.samples.benchmark.options;

import java.nio.file.Path;
import java.util.Map;

import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options that all commands share: the Redis to measure, the properties of the
 * application and the directory of the reports.
 */
public final class CommonOptions implements Limited {

	@Option(names = "--redis", order = 1, paramLabel = "URL",
			description = "address of the Redis to measure: a redis:// or rediss:// URL; without this option "
					+ "the benchmark starts a Redis")
	private @Nullable String redis;

	@Option(names = "--appendonly", order = 1, paramLabel = "yes|no", defaultValue = "no",
			description = "whether the Redis that the benchmark starts writes an append-only file "
					+ "(default: ${DEFAULT-VALUE})")
	private AppendOnly appendonly = AppendOnly.NO;

	@Option(names = "--property", order = 1, paramLabel = "NAME=VALUE",
			description = "property of the application that is measured; can be given several times")
	private Map<String, String> properties = Map.of();

	@Option(names = "--output", order = 1, paramLabel = "DIR", defaultValue = "target/benchmark",
			description = "directory for the reports <command>.json and <command>.html (default: ${DEFAULT-VALUE})")
	private Path output = Path.of("");

	@Option(names = { "-h", "--help" }, order = 1, usageHelp = true, description = "print this help and exit")
	private boolean help;

	public @Nullable String redis() {
		return this.redis;
	}

	public boolean appendonly() {
		return this.appendonly == AppendOnly.YES;
	}

	public Map<String, String> properties() {
		return this.properties;
	}

	public Path output() {
		return this.output;
	}

	@Override
	public void check(Limits limits) {
		if (this.redis == null) {
			return;
		}
		if (!isAddress(this.redis)) {
			// The address may contain a password, so the message does not repeat it.
			limits.reject("Invalid value for --redis; allowed: redis://host:port or rediss://user:password@host:port");
		}
		if (appendonly()) {
			limits.reject("Invalid value for --appendonly: yes; allowed only without --redis, for the Redis that the "
					+ "benchmark starts");
		}
	}

	private static boolean isAddress(String value) {
		try {
			return value.matches("rediss?://.*") && !RedisURI.create(value).getHost().isEmpty();
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

}
