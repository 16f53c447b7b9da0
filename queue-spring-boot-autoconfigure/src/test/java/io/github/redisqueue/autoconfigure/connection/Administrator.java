package io.github.redisqueue.autoconfigure.connection;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import io.github.redisqueue.test.PrivateRedis;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Looks at a server beside the application, over a connection of its own.
 */
final class Administrator {

	private Administrator() {
	}

	static List<String> clientIds(PrivateRedis server, String name) {
		return withConnection(server,
				(connection) -> connection.serverCommands()
					.getClientList()
					.stream()
					.filter((client) -> name.equals(client.getName()))
					.map((client) -> client.get("id"))
					.toList());
	}

	static <T> T withConnection(PrivateRedis server, Function<RedisConnection, T> work) {
		LettuceConnectionFactory connections = server.connections(Duration.ofSeconds(5));
		try (RedisConnection connection = connections.getConnection()) {
			return work.apply(connection);
		}
		finally {
			connections.destroy();
		}
	}

}
