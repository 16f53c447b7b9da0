package io.github.redisqueue.test;

import java.time.Duration;

import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Connection factories for tests, all on the same threads.
 */
final class RedisClients {

	static final ClientResources RESOURCES = ClientResources.create();

	private RedisClients() {
	}

	static LettuceConnectionFactory connections(RedisURI uri) {
		RedisConfiguration server = LettuceConnectionFactory.createRedisConfiguration(uri);
		LettuceClientConfiguration client = LettuceClientConfiguration.builder()
			.apply(uri)
			.clientResources(RESOURCES)
			.shutdownTimeout(Duration.ZERO)
			.shutdownQuietPeriod(Duration.ZERO)
			.build();
		LettuceConnectionFactory connections = new LettuceConnectionFactory(server, client);
		connections.afterPropertiesSet();
		connections.start();
		return connections;
	}

	/**
	 * Connections that give up on an answer soon.
	 */
	static LettuceConnectionFactory connections(int port, Duration timeout) {
		return connections(RedisURI.builder().withHost("127.0.0.1").withPort(port).withTimeout(timeout).build());
	}

}
