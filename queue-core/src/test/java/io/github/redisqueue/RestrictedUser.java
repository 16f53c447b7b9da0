package io.github.redisqueue;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.github.redisqueue.test.DocumentedUser;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.resource.ClientResources;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A user of a server or of a cluster, under a name and with a key prefix that no other
 * one has.
 */
final class RestrictedUser implements AutoCloseable {

	private final String name = UUID.randomUUID().toString();

	private final Collection<RedisCommands<String, String>> admins;

	private final LettuceConnectionFactory connections;

	private final LettuceConnectionFactory unshared;

	/**
	 * Sets the user up.
	 * @param documented what it may do
	 * @param servers by port, each with an administrator of it; several are a cluster
	 * @param resources of the connections
	 */
	RestrictedUser(DocumentedUser documented, Map<Integer, RedisCommands<String, String>> servers,
			ClientResources resources) {
		this.admins = servers.values();
		this.admins.forEach((admin) -> documented.withKeyPrefix(keyPrefix()).setUp(this.name, admin));
		RedisConfiguration redis = redis(servers.keySet(), documented.password());
		this.connections = connections(redis, resources, true);
		this.unshared = connections(redis, resources, false);
	}

	private static LettuceConnectionFactory connections(RedisConfiguration redis, ClientResources resources,
			boolean shared) {
		LettuceConnectionFactory connections = new LettuceConnectionFactory(redis,
				LettuceClientConfiguration.builder()
					.clientResources(resources)
					.shutdownTimeout(Duration.ZERO)
					.shutdownQuietPeriod(Duration.ZERO)
					.build());
		connections.setShareNativeConnection(shared);
		connections.afterPropertiesSet();
		connections.start();
		return connections;
	}

	private RedisConfiguration redis(Set<Integer> ports, String password) {
		if (ports.size() == 1) {
			RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1",
					ports.iterator().next());
			server.setUsername(this.name);
			server.setPassword(password);
			return server;
		}
		RedisClusterConfiguration cluster = new RedisClusterConfiguration();
		ports.forEach((port) -> cluster.clusterNode("127.0.0.1", port));
		cluster.setUsername(this.name);
		cluster.setPassword(password);
		return cluster;
	}

	LettuceConnectionFactory connections() {
		return this.connections;
	}

	/** Each connection of these is a new one. */
	LettuceConnectionFactory unshared() {
		return this.unshared;
	}

	/** Within the documented pattern of keys. */
	String keyPrefix() {
		return "queue:" + this.name + ":";
	}

	/** The commands that were refused to it, but for what Lettuce tells of itself. */
	Set<String> refusals() {
		return this.admins.stream()
			.flatMap((admin) -> admin.aclLog(100_000).stream())
			.filter((entry) -> this.name.equals(entry.get("username")))
			.map((entry) -> entry.get("object").toString())
			.filter(Predicate.not((command) -> command.startsWith("client")))
			.collect(Collectors.toSet());
	}

	@Override
	public void close() {
		this.connections.destroy();
		this.unshared.destroy();
	}

}
