package io.github.redisqueue.test;

import java.time.Duration;
import java.util.Collection;
import java.util.function.Function;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Clients for tests, all on the same threads.
 */
final class RedisClients {

	static final ClientResources RESOURCES = ClientResources.create();

	private static final RedisClient CLIENT = RedisClient.create(RESOURCES);

	private RedisClients() {
	}

	static LettuceConnectionFactory connections(RedisURI uri) {
		return started(LettuceConnectionFactory.createRedisConfiguration(uri),
				LettuceClientConfiguration.builder().apply(uri).clientResources(RESOURCES));
	}

	/**
	 * Connections that give up on an answer soon.
	 */
	static LettuceConnectionFactory connections(int port, Duration timeout) {
		return connections(RedisURI.builder().withHost("127.0.0.1").withPort(port).withTimeout(timeout).build());
	}

	/**
	 * Connections whose commands fail with the connection, and are not sent again.
	 */
	static LettuceConnectionFactory failing(int port, Duration timeout) {
		return started(new RedisStandaloneConfiguration("127.0.0.1", port),
				LettuceClientConfiguration.builder()
					.clientResources(RESOURCES)
					.clientOptions(ClientOptions.builder()
						.disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
						.build())
					.commandTimeout(timeout));
	}

	/**
	 * Connections to a cluster.
	 * @param refresh how often they ask who has which slots
	 */
	static LettuceConnectionFactory cluster(Collection<Integer> ports, Duration timeout, Duration refresh,
			ClientResources resources, @Nullable String clientName) {
		RedisClusterConfiguration cluster = new RedisClusterConfiguration();
		ports.forEach((port) -> cluster.clusterNode("127.0.0.1", port));
		ClusterTopologyRefreshOptions topology = ClusterTopologyRefreshOptions.builder()
			.adaptiveRefreshTriggersTimeout(Duration.ofMillis(500))
			.enablePeriodicRefresh(refresh)
			.build();
		LettuceClientConfigurationBuilder client = LettuceClientConfiguration.builder()
			.clientResources(resources)
			.clientOptions(ClusterClientOptions.builder().topologyRefreshOptions(topology).build())
			.commandTimeout(timeout);
		return started(cluster, (clientName != null) ? client.clientName(clientName) : client);
	}

	private static LettuceConnectionFactory started(RedisConfiguration redis,
			LettuceClientConfigurationBuilder client) {
		LettuceConnectionFactory connections = new LettuceConnectionFactory(redis,
				Patience.of(client.shutdownTimeout(Duration.ZERO).shutdownQuietPeriod(Duration.ZERO).build()));
		connections.afterPropertiesSet();
		connections.start();
		return connections;
	}

	/**
	 * Says something to one server, over a connection for that alone.
	 */
	static <T> T talk(int port, Function<RedisCommands<String, String>, T> conversation) {
		try (StatefulRedisConnection<String, String> connection = connect(port)) {
			return conversation.apply(connection.sync());
		}
	}

	static StatefulRedisConnection<String, String> connect(int port) {
		return CLIENT.connect(RedisURI.create("127.0.0.1", port));
	}

}
