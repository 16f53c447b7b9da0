package io.github.redisqueue.script;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisScriptingCommands;
import org.springframework.data.redis.connection.ReturnType;

/**
 * Sends scripts with any client, and waits for their replies. Each call gets a connection
 * from the factory. Thread-safe.
 */
final class BlockingEvaluator implements AsyncEvaluator {

	/** What a {@link RedisConnection} of Jedis has for itself alone. */
	private static final String OWN = "redis.clients.jedis.Jedis";

	private final RedisConnectionFactory connections;

	private volatile @Nullable Boolean cluster;

	BlockingEvaluator(RedisConnectionFactory connections) {
		this.connections = connections;
	}

	@Override
	public boolean isCluster() {
		Boolean known = this.cluster;
		if (known == null) {
			try (OpenConnection opened = open()) {
				known = opened.connection() instanceof RedisClusterConnection;
			}
			this.cluster = known;
		}
		return known;
	}

	/** The reply has come when this returns. */
	@Override
	public CompletionStage<List<@Nullable Object>> evaluate(String sha, byte @Nullable [] source, int keys,
			byte[][] parts) {
		try (OpenConnection connection = open()) {
			return connection.evaluate(sha, source, keys, parts);
		}
	}

	private OpenConnection open() {
		return new OpenConnection(this.connections, this.connections.getConnection());
	}

	/**
	 * {@inheritDoc}
	 * <p>
	 * Clients give each {@link RedisConnection} a native one of its own, or do not, as
	 * Jedis does on one server unless it is "unified".
	 */
	@Override
	public NodeConnection connect(byte[] key) {
		OpenConnection opened = open();
		String advice = null;
		if (opened.connection() instanceof RedisClusterConnection) {
			advice = " of a Redis Cluster, because it may send a command and the wait for its confirmation over different"
					+ " connections. Use Lettuce,";
		}
		else if (!opened.connection().getNativeConnection().getClass().getName().equals(OWN)) {
			advice = ", because it may send a command and the wait for its confirmation over different connections, or over"
					+ " one that others use. Use Lettuce with Spring Boot's connection factory, set"
					+ " JedisConnectionFactory.setUseUnifiedJedis(false),";
		}
		if (advice != null) {
			opened.close();
			throw new InvalidDataAccessApiUsageException("This Redis client cannot wait for confirmations" + advice
					+ " or add jobs without a Durability. Nothing was added");
		}
		return opened;
	}

	/** A connection that nobody else uses now. Not thread-safe. */
	private record OpenConnection(RedisConnectionFactory connections,
			RedisConnection connection) implements NodeConnection {

		/** The timeout of the client is unknown; a shorter one would be of no use. */
		private static final Duration LONGEST_WAIT = Duration.ofMillis(50);

		@Override
		public CompletionStage<List<@Nullable Object>> evaluate(String sha, byte @Nullable [] source, int keys,
				byte[][] parts) {
			RedisScriptingCommands commands = this.connection.scriptingCommands();
			List<@Nullable Object> values = (source != null) ? commands.eval(source, ReturnType.MULTI, keys, parts)
					: commands.evalSha(sha, ReturnType.MULTI, keys, parts);
			return CompletableFuture.completedFuture(Objects.requireNonNull(values));
		}

		@Override
		@SuppressWarnings("unchecked")
		public List<Long> await(int replicas, boolean inFiles, Duration timeout) {
			return inFiles ? (List<Long>) execute("WAITAOF", 1, replicas, timeout.toMillis())
					: List.of(0L, (Long) execute("WAIT", replicas, timeout.toMillis()));
		}

		private Object execute(String command, long... numbers) {
			byte[][] arguments = LongStream.of(numbers)
				.mapToObj((number) -> Long.toString(number).getBytes(StandardCharsets.US_ASCII))
				.toArray(byte[][]::new);
			return Objects.requireNonNull(this.connection.execute(command, arguments));
		}

		@Override
		public Duration longestWait() {
			return LONGEST_WAIT;
		}

		@Override
		public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException failure) {
			return this.connections.translateExceptionIfPossible(failure);
		}

		@Override
		public void close() {
			this.connection.close();
		}

	}

}
