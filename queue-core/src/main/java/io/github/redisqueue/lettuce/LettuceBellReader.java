package io.github.redisqueue.lettuce;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import io.github.redisqueue.bell.BellReader;
import io.lettuce.core.KeyValue;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Reads bells without a thread, on the I/O threads of Lettuce. Thread-safe.
 */
public final class LettuceBellReader implements BellReader {

	private final RedisConnectionFactory connections;

	private final Executor connector;

	private volatile @Nullable RedisConnection connection;

	private volatile boolean closed;

	/**
	 * Creates a reader, which connects with the first read.
	 * @param connections creates the connection of the reader; must not share native
	 * connections, because a read blocks all other commands of a connection
	 * @param connector opens and closes connections, which may block
	 */
	public LettuceBellReader(RedisConnectionFactory connections, Executor connector) {
		this.connections = connections;
		this.connector = connector;
	}

	@Override
	public CompletionStage<@Nullable Token> read(List<String> bells, Duration longest) {
		byte[][] keys = bells.stream().map((bell) -> bell.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
		double seconds = longest.toMillis() / 1000.0;
		RedisConnection open = this.connection;
		CompletionStage<KeyValue<byte[], byte[]>> popped = (open != null) ? commands(open).blpop(seconds, keys)
				: CompletableFuture.supplyAsync(this::connect, this.connector)
					.thenCompose((connected) -> commands(connected).blpop(seconds, keys));
		return popped.handle((token, failure) -> {
			if (failure != null) {
				reset();
				return CompletableFuture.<@Nullable Token>failedFuture(failure);
			}
			return CompletableFuture.completedFuture(token(token));
		}).thenCompose((token) -> token);
	}

	private static @Nullable Token token(@Nullable KeyValue<byte[], byte[]> popped) {
		return (popped == null || !popped.hasValue()) ? null
				: new Token(new String(popped.getKey(), StandardCharsets.UTF_8),
						new String(popped.getValue(), StandardCharsets.UTF_8));
	}

	@SuppressWarnings("unchecked")
	private static RedisClusterAsyncCommands<byte[], byte[]> commands(RedisConnection connection) {
		return (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
	}

	private synchronized RedisConnection connect() {
		if (this.closed) {
			throw new IllegalStateException("The bells are closed");
		}
		RedisConnection opened = this.connections.getConnection();
		this.connection = opened;
		return opened;
	}

	/** A read that was given up may still be waiting on the server. */
	private synchronized void disconnect() {
		RedisConnection last = this.connection;
		this.connection = null;
		if (last != null) {
			last.close();
		}
	}

	@Override
	public void reset() {
		this.connector.execute(this::disconnect);
	}

	@Override
	public void close() {
		this.closed = true;
		disconnect();
	}

}
