package io.github.redisqueue.script;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.ReturnType;

/**
 * A connection of a client that gives each {@link RedisConnection} a native one of its
 * own, as Jedis does on one server unless it is "unified". Not thread-safe.
 *
 * @param connections has opened the connection
 * @param connection the connection
 */
record FactoryConnection(RedisConnectionFactory connections, RedisConnection connection) implements NodeConnection {

	/** The timeout of the client is unknown; a shorter one would be of no use. */
	private static final Duration LONGEST_WAIT = Duration.ofMillis(50);

	/** What a {@link RedisConnection} of Jedis has for itself alone. */
	private static final String OWN = "redis.clients.jedis.Jedis";

	static NodeConnection open(RedisConnectionFactory connections) {
		RedisConnection connection = connections.getConnection();
		if (connection instanceof RedisClusterConnection) {
			connection.close();
			throw new InvalidDataAccessApiUsageException(
					"This Redis client cannot wait for confirmations of a Redis Cluster, because it may send a command"
							+ " and the wait for its confirmation over different connections. Use Lettuce, or add jobs"
							+ " without a Durability");
		}
		if (!connection.getNativeConnection().getClass().getName().equals(OWN)) {
			connection.close();
			throw new InvalidDataAccessApiUsageException(
					"This Redis client cannot wait for confirmations, because it may send a command and the wait for its"
							+ " confirmation over different connections, or over one that others use. Use Lettuce with"
							+ " Spring Boot's connection factory, set JedisConnectionFactory.setUseUnifiedJedis(false), or"
							+ " add jobs without a Durability. Nothing was added");
		}
		return new FactoryConnection(connections, connection);
	}

	@Override
	public List<@Nullable Object> evalSha(String sha, int keys, byte[][] parts) {
		return Objects.requireNonNull(this.connection.scriptingCommands().evalSha(sha, ReturnType.MULTI, keys, parts));
	}

	@Override
	public List<@Nullable Object> eval(byte[] source, int keys, byte[][] parts) {
		return Objects.requireNonNull(this.connection.scriptingCommands().eval(source, ReturnType.MULTI, keys, parts));
	}

	@Override
	public int waitForReplicas(int replicas, Duration timeout) {
		Object confirmed = this.connection.execute("WAIT", bytes(replicas), bytes(timeout.toMillis()));
		return ((Long) Objects.requireNonNull(confirmed)).intValue();
	}

	@Override
	@SuppressWarnings("unchecked")
	public List<Long> waitForFiles(int replicas, Duration timeout) {
		Object confirmed = this.connection.execute("WAITAOF", bytes(1), bytes(replicas), bytes(timeout.toMillis()));
		return (List<Long>) Objects.requireNonNull(confirmed);
	}

	@Override
	public Duration longestWait() {
		return LONGEST_WAIT;
	}

	@Override
	public RuntimeException translated(RuntimeException failure) {
		RuntimeException translated = this.connections.translateExceptionIfPossible(failure);
		return (translated != null) ? translated : failure;
	}

	private static byte[] bytes(long number) {
		return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
	}

	@Override
	public void close() {
		this.connection.close();
	}

}
