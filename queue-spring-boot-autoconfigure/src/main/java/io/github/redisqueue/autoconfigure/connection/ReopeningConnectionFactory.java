package io.github.redisqueue.autoconfigure.connection;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;

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
 * Replaces a connection that can no longer be used:
 * <ul>
 * <li>After a command has timed out. If the server has disappeared without closing the
 * connection, the operating system reports the failure only after about 15 minutes.</li>
 * <li>After the server has replied that it is a replica, or that it has too few replicas,
 * as a primary that others have replaced. With Sentinel, or with a host name or address
 * that follows the primary, a new connection reaches the new primary. The old connection
 * would stay open.</li>
 * </ul>
 * Nobody who has met such a failure waits for that.
 */
final class ReopeningConnectionFactory extends LettuceConnectionFactory {

	private static final Set<String> OF_REPLICAS = Set.of("READONLY", "MASTERDOWN", "NOREPLICAS");

	/**
	 * What fails meanwhile has most likely failed with the connection before. And a
	 * primary that lacks replicas for long loses few calls that only read.
	 */
	private static final Duration SHORTEST_LIFE = Duration.ofSeconds(1);

	private final Duration commandTimeout;

	private final Executor reconnector;

	/** When the connection was last replaced, in terms of {@link System#nanoTime()}. */
	private final AtomicLong reopened = new AtomicLong(System.nanoTime() - SHORTEST_LIFE.toNanos());

	/**
	 * On a cluster, the timeout of the client configuration applies to connecting, and
	 * not to commands. The reconnector waits for a connection that is being opened.
	 */
	ReopeningConnectionFactory(RedisConfiguration server, LettuceClientConfiguration client, Duration commandTimeout,
			Executor reconnector) {
		super(server, client);
		this.commandTimeout = commandTimeout;
		this.reconnector = reconnector;
	}

	/** How long commands wait, not how long connecting may take. */
	@Override
	public long getTimeout() {
		return this.commandTimeout.toMillis();
	}

	@Override
	protected LettuceConnection doCreateLettuceConnection(
			@Nullable StatefulRedisConnection<byte[], byte[]> sharedConnection, LettuceConnectionProvider provider,
			long timeout, int database) {
		return new LettuceConnection(sharedConnection, provider, timeout, database) {

			@Override
			protected DataAccessException convertLettuceAccessException(Exception cause) {
				return reopenIfUnusable(super.convertLettuceAccessException(cause));
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
				return reopenIfUnusable(super.convertLettuceAccessException(cause));
			}

		};
	}

	/** Failures of asynchronous commands come here. */
	@Override
	public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException failure) {
		DataAccessException translated = (failure instanceof DataAccessException known) ? known
				: super.translateExceptionIfPossible(failure);
		return (translated != null) ? reopenIfUnusable(translated) : null;
	}

	private DataAccessException reopenIfUnusable(DataAccessException failure) {
		if (failure instanceof QueryTimeoutException || OF_REPLICAS.contains(ServerError.code(failure))) {
			reopen();
		}
		return failure;
	}

	private void reopen() {
		long last = this.reopened.get();
		long now = System.nanoTime();
		if (now - last < SHORTEST_LIFE.toNanos() || !this.reopened.compareAndSet(last, now)) {
			return;
		}
		try {
			this.reconnector.execute(this::resetConnection);
		}
		catch (RejectedExecutionException ex) {
			// The application ends.
		}
	}

}
