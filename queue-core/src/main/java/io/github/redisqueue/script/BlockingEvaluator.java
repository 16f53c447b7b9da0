package io.github.redisqueue.script;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

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

	private final RedisConnectionFactory connections;

	private volatile @Nullable Boolean cluster;

	BlockingEvaluator(RedisConnectionFactory connections) {
		this.connections = connections;
	}

	@Override
	public boolean isCluster() {
		Boolean known = this.cluster;
		if (known == null) {
			try (RedisConnection connection = this.connections.getConnection()) {
				known = connection instanceof RedisClusterConnection;
			}
			this.cluster = known;
		}
		return known;
	}

	@Override
	public CompletionStage<List<@Nullable Object>> evalSha(String sha, int keys, byte[][] parts) {
		return evaluate((commands) -> commands.evalSha(sha, ReturnType.MULTI, keys, parts));
	}

	@Override
	public CompletionStage<List<@Nullable Object>> eval(byte[] source, int keys, byte[][] parts) {
		return evaluate((commands) -> commands.eval(source, ReturnType.MULTI, keys, parts));
	}

	private CompletionStage<List<@Nullable Object>> evaluate(
			Function<RedisScriptingCommands, @Nullable List<@Nullable Object>> call) {
		try (RedisConnection connection = this.connections.getConnection()) {
			return CompletableFuture
				.completedFuture(Objects.requireNonNull(call.apply(connection.scriptingCommands())));
		}
	}

	@Override
	public boolean repliesElsewhere(byte[] key) {
		return false;
	}

	@Override
	public NodeConnection connect(byte[] key) {
		return FactoryConnection.open(this.connections);
	}

}
