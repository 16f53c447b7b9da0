package io.github.redisqueue.lettuce;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.script.AsyncEvaluator;
import io.github.redisqueue.script.NodeConnection;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Sends scripts over the shared connection of a Lettuce connection factory. Thread-safe.
 */
public final class LettuceEvaluator implements AsyncEvaluator {

	private static final Log logger = LogFactory.getLog(LettuceEvaluator.class);

	/** Does nothing, but is refused or held back whenever other scripts are. */
	private static final byte[] NOTHING = "return 1".getBytes(StandardCharsets.UTF_8);

	/** How long that may take over a connection that has been opened. */
	private static final Duration PROBE = Duration.ofSeconds(2);

	private final LettuceCommands commands;

	private final RedisConnectionFactory unshared;

	private final boolean cluster;

	/**
	 * Creates an evaluator, which connects with the first script.
	 * @param connections the connection factory
	 * @param unshared creates new connections to the same server; must not share native
	 * connections
	 * @param cluster whether the server is a Redis Cluster
	 * @param connector opens connections, which may block
	 */
	public LettuceEvaluator(RedisConnectionFactory connections, RedisConnectionFactory unshared, boolean cluster,
			Executor connector) {
		this.commands = new LettuceCommands(connections, connector);
		this.unshared = unshared;
		this.cluster = cluster;
	}

	@Override
	public boolean isCluster() {
		return this.cluster;
	}

	@Override
	public CompletionStage<List<@Nullable Object>> evalSha(String sha, int keys, byte[][] parts) {
		return this.commands.send((commands) -> evalSha(commands, sha, keys, parts));
	}

	static RedisFuture<List<@Nullable Object>> evalSha(RedisClusterAsyncCommands<byte[], byte[]> commands, String sha,
			int keys, byte[][] parts) {
		return commands.evalsha(sha, ScriptOutputType.MULTI, Arrays.copyOf(parts, keys),
				Arrays.copyOfRange(parts, keys, parts.length));
	}

	@Override
	public CompletionStage<List<@Nullable Object>> eval(byte[] source, int keys, byte[][] parts) {
		return this.commands.send((commands) -> eval(commands, source, keys, parts));
	}

	static RedisFuture<List<@Nullable Object>> eval(RedisClusterAsyncCommands<byte[], byte[]> commands, byte[] source,
			int keys, byte[][] parts) {
		return commands.eval(source, ScriptOutputType.MULTI, Arrays.copyOf(parts, keys),
				Arrays.copyOfRange(parts, keys, parts.length));
	}

	@Override
	public boolean repliesElsewhere(byte[] key) {
		try (RedisConnection connection = this.unshared.getConnection()) {
			@SuppressWarnings("unchecked")
			RedisClusterAsyncCommands<byte[], byte[]> commands = (RedisClusterAsyncCommands<byte[], byte[]>) connection
				.getNativeConnection();
			RedisFuture<Object> reply = commands.eval(NOTHING, ScriptOutputType.INTEGER, key);
			return reply.await(PROBE.toMillis(), TimeUnit.MILLISECONDS) && reply.getError() == null;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
		catch (RuntimeException ex) {
			logger.debug("A new connection gets no reply either", ex);
			return false;
		}
	}

	@Override
	public NodeConnection connect(byte[] key) {
		return LettuceNodeConnection.open(this.unshared, key);
	}

}
