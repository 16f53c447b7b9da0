package io.github.redisqueue.autoconfigure;

import java.time.Duration;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.ClusterCommandExecutor;
import org.springframework.data.redis.connection.ClusterTopologyProvider;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClusterConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionProvider;

/**
 * Opens a new connection after a command has timed out. If the server vanished without a
 * word, the old one would look open until the operating system gives up on it, which
 * takes a quarter of an hour.
 */
final class ReopeningConnectionFactory extends LettuceConnectionFactory {

	private final Duration commandTimeout;

	/**
	 * Connections to a server.
	 * @param server where the server is
	 * @param client how connections are made
	 * @param commandTimeout how long a command waits for its reply; what the client says
	 * is on a cluster how long a look at who has which slots waits
	 */
	ReopeningConnectionFactory(RedisConfiguration server, LettuceClientConfiguration client, Duration commandTimeout) {
		super(server, client);
		this.commandTimeout = commandTimeout;
	}

	@Override
	protected LettuceConnection doCreateLettuceConnection(
			@Nullable StatefulRedisConnection<byte[], byte[]> sharedConnection, LettuceConnectionProvider provider,
			long timeout, int database) {
		return new LettuceConnection(sharedConnection, provider, timeout, database) {

			@Override
			protected DataAccessException convertLettuceAccessException(Exception cause) {
				return reopenAfterTimeout(super.convertLettuceAccessException(cause));
			}

		};
	}

	@Override
	protected LettuceClusterConnection doCreateLettuceClusterConnection(
			@Nullable StatefulRedisClusterConnection<byte[], byte[]> sharedConnection,
			LettuceConnectionProvider provider, ClusterTopologyProvider topology, ClusterCommandExecutor executor,
			Duration timeout) {
		return new LettuceClusterConnection(sharedConnection, provider, topology, executor, this.commandTimeout) {

			@Override
			protected DataAccessException convertLettuceAccessException(Exception cause) {
				return reopenAfterTimeout(super.convertLettuceAccessException(cause));
			}

		};
	}

	private DataAccessException reopenAfterTimeout(DataAccessException failure) {
		if (failure instanceof QueryTimeoutException) {
			resetConnection();
		}
		return failure;
	}

}
