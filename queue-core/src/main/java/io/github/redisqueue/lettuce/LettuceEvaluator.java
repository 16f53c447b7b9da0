package io.github.redisqueue.lettuce;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import io.github.redisqueue.script.AsyncEvaluator;
import io.lettuce.core.ScriptOutputType;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Sends scripts over the shared connection of a Lettuce connection factory. Thread-safe.
 */
public final class LettuceEvaluator implements AsyncEvaluator {

	private final LettuceCommands commands;

	private final boolean cluster;

	/**
	 * Creates an evaluator, which connects with the first script.
	 * @param connections the connection factory
	 * @param cluster whether the server is a Redis Cluster
	 * @param connector opens connections, which may block
	 */
	public LettuceEvaluator(RedisConnectionFactory connections, boolean cluster, Executor connector) {
		this.commands = new LettuceCommands(connections, connector);
		this.cluster = cluster;
	}

	@Override
	public boolean isCluster() {
		return this.cluster;
	}

	@Override
	public CompletionStage<List<@Nullable Object>> evalSha(String sha, int keys, byte[][] parts) {
		return this.commands.send((commands) -> commands.evalsha(sha, ScriptOutputType.MULTI,
				Arrays.copyOf(parts, keys), Arrays.copyOfRange(parts, keys, parts.length)));
	}

	@Override
	public CompletionStage<List<@Nullable Object>> eval(byte[] source, int keys, byte[][] parts) {
		return this.commands.send((commands) -> commands.eval(source, ScriptOutputType.MULTI,
				Arrays.copyOf(parts, keys), Arrays.copyOfRange(parts, keys, parts.length)));
	}

}
