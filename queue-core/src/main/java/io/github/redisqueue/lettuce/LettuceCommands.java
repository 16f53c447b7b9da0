package io.github.redisqueue.lettuce;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * The asynchronous commands of the connection of a connection factory. A connection that
 * has been closed is replaced on another thread, because opening one blocks, and the
 * caller may be an I/O thread. Thread-safe.
 */
final class LettuceCommands {

	private final RedisConnectionFactory connections;

	private final Executor connector;

	private volatile @Nullable Opened opened;

	/** The last attempt to connect. Calls that come meanwhile wait for it too. */
	private @Nullable CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> connecting;

	LettuceCommands(RedisConnectionFactory connections, Executor connector) {
		this.connections = connections;
		this.connector = connector;
	}

	<T> CompletionStage<T> send(Function<RedisClusterAsyncCommands<byte[], byte[]>, CompletionStage<T>> command) {
		Opened last = this.opened;
		if (last != null && last.connection().isOpen()) {
			return command.apply(last.commands());
		}
		return connecting().thenCompose(command);
	}

	private synchronized CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> connecting() {
		CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> last = this.connecting;
		if (last == null || last.isDone()) {
			last = CompletableFuture.supplyAsync(this::connect, this.connector);
			this.connecting = last;
		}
		return last;
	}

	@SuppressWarnings("unchecked")
	private RedisClusterAsyncCommands<byte[], byte[]> connect() {
		try (RedisConnection connection = this.connections.getConnection()) {
			RedisClusterAsyncCommands<byte[], byte[]> commands = (RedisClusterAsyncCommands<byte[], byte[]>) connection
				.getNativeConnection();
			this.opened = new Opened(commands, connectionOf(commands));
			return commands;
		}
	}

	// Spring Data offers the commands of a connection, but not the connection.
	@SuppressWarnings("deprecation")
	private static StatefulConnection<?, ?> connectionOf(RedisClusterAsyncCommands<byte[], byte[]> commands) {
		return (commands instanceof RedisAdvancedClusterAsyncCommands<?, ?> cluster) ? cluster.getStatefulConnection()
				: ((RedisAsyncCommands<?, ?>) commands).getStatefulConnection();
	}

	/**
	 * A connection that has been opened.
	 *
	 * @param commands its commands
	 * @param connection the connection
	 */
	private record Opened(RedisClusterAsyncCommands<byte[], byte[]> commands, StatefulConnection<?, ?> connection) {

	}

}
