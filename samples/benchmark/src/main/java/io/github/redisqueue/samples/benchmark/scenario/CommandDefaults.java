package io.github.redisqueue.samples.benchmark.scenario;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Defaults of single commands. All other defaults are those declared with the options.
 */
final class CommandDefaults implements IDefaultValueProvider {

	private static final Map<String, Map<String, String>> DEFAULTS = Map.of("delayed", Map.of("--jobs", "10000"),
			"backlog", Map.of("--jobs", "10000"), "soak", Map.of("--rate", "10000", "--duration", "10m"), "herd",
			Map.of("--rounds", "3", "--warmup", "1", "--duration", "10s"), "latency",
			Map.of("--rounds", "3", "--duration", "10s"), "peers",
			Map.of("--rounds", "3", "--duration", "10s", "--jobs", "20000", "--warmup", "1"), "shards",
			Map.of("--rounds", "3", "--jobs", "20000", "--warmup", "1"), "groups",
			Map.of("--rounds", "3", "--jobs", "200000", "--warmup", "1"), "fairness",
			Map.of("--rate", "9", "--duration", "30s", "--handler-time", "10ms"), "handlers",
			Map.of("--rounds", "3", "--warmup", "2", "--duration", "3s", "--payload-size", "150B"));

	@Override
	public @Nullable String defaultValue(ArgSpec argument) {
		return (argument instanceof OptionSpec option)
				? DEFAULTS.getOrDefault(option.command().name(), Map.of()).get(option.longestName()) : null;
	}

}
