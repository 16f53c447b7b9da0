package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.Set;

import io.github.redisqueue.script.ServerError;
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
 * Opens a new connection when the old one leads nowhere any more:
 * <ul>
 * <li>After a command has timed out. If the server vanished without a word, the
 * connection would look open until the operating system gives up on it, which takes a
 * quarter of an hour.</li>
 * <li>After the server has said that it is a replica. Behind sentinels, or behind a name
 * or an address that follows the primary, a new connection finds who took over; nothing
 * else would end the old one.</li>
 * </ul>
 */
final class ReopeningConnectionFactory extends LettuceConnectionFactory {

	private static final Set<String> OF_REPLICAS = Set.of("READONLY", "MASTERDOWN");

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
				return reopenIfUseless(super.convertLettuceAccessException(cause));
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
				return reopenIfUseless(super.convertLettuceAccessException(cause));
			}

		};
	}

	private DataAccessException reopenIfUseless(DataAccessException failure) {
		if (failure instanceof QueryTimeoutException || OF_REPLICAS.contains(ServerError.code(failure))) {
			resetConnection();
		}
		return failure;
	}

}
