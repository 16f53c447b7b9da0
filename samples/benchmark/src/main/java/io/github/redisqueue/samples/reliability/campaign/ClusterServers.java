package io.github.redisqueue.samples.reliability.campaign;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.github.redisqueue.test.PrivateCluster;
import io.lettuce.core.api.sync.RedisCommands;

/**
 * A cluster of three primaries, each with a replica.
 */
record ClusterServers(PrivateCluster cluster) implements Servers {

	ClusterServers() {
		this(PrivateCluster.start(3, 1));
	}

	@Override
	public Map<String, String> connection(String client) {
		return Map.of("spring.data.redis.cluster.nodes", this.cluster.nodes(),
				"spring.data.redis.lettuce.cluster.refresh.adaptive", "true",
				"spring.data.redis.lettuce.cluster.refresh.period", "1s");
	}

	@Override
	public <T> List<T> ask(Function<RedisCommands<String, String>, T> question) {
		return this.cluster.ports()
			.stream()
			.filter((port) -> Servers.ask(port, (commands) -> commands.info("replication")).contains("role:master"))
			.map((port) -> Servers.ask(port, question))
			.toList();
	}

	@Override
	public void close() {
		this.cluster.close();
	}

}
