package io.github.redisqueue.lettuce;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

import io.github.redisqueue.bell.BellReader;
import io.lettuce.core.KeyValue;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Reads bells without a thread, on the I/O threads of Lettuce. Thread-safe.
 */
public final class LettuceBellReader implements BellReader {

	private final RedisConnectionFactory connections;

	private final Executor connector;

	/** The connection, or the one that is being opened; null after a failure. */
	private final AtomicReference<@Nullable CompletableFuture<RedisConnection>> connection = new AtomicReference<>();

	private volatile boolean closed;

	/**
	 * Creates a reader, which connects with the first read. The factory must not share
	 * native connections, because a read blocks all other commands of a connection. The
	 * connector opens and closes connections, which may block.
	 */
	public LettuceBellReader(RedisConnectionFactory connections, Executor connector) {
		this.connections = connections;
		this.connector = connector;
	}

	@Override
	public CompletionStage<@Nullable WakeUp> read(List<String> bells, Duration longest) {
		byte[][] keys = bells.stream().map((bell) -> bell.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
		CompletableFuture<RedisConnection> used;
		try {
			used = connection();
		}
		catch (RejectedExecutionException ex) {
			return CompletableFuture.failedFuture(ex);
		}
		return used.thenCompose((open) -> LettuceEvaluator.commands(open).blpop(longest.toMillis() / 1000.0, keys))
			.<@Nullable WakeUp>thenApply(LettuceBellReader::wakeUp)
			.whenComplete((wakeUp, failure) -> {
				if (failure != null) {
					disconnect(used);
				}
			});
	}

	private CompletableFuture<RedisConnection> connection() {
		CompletableFuture<RedisConnection> last = this.connection.get();
		if (last != null) {
			return last;
		}
		if (this.closed) {
			throw new RejectedExecutionException("The bells are closed");
		}
		CompletableFuture<RedisConnection> next = CompletableFuture.supplyAsync(this::connect, this.connector);
		this.connection.set(next);
		if (this.closed) {
			disconnect(next);
		}
		return next;
	}

	/** Connects at once: the first command would do so on the thread of its caller. */
	private RedisConnection connect() {
		RedisConnection opened = this.connections.getConnection();
		opened.getNativeConnection();
		return opened;
	}

	private static @Nullable WakeUp wakeUp(@Nullable KeyValue<byte[], byte[]> popped) {
		return (popped == null || !popped.hasValue()) ? null : WakeUp.of(popped.getKey(), popped.getValue());
	}

	/**
	 * Closes a connection as soon as it is open. A read that was given up may still be
	 * waiting on the server, and may fail when another connection has been opened.
	 */
	private void disconnect(@Nullable CompletableFuture<RedisConnection> used) {
		if (used != null && this.connection.compareAndSet(used, null)) {
			used.thenAccept((open) -> {
				try {
					// This waits for the I/O thread.
					this.connector.execute(open::close);
				}
				catch (RejectedExecutionException ex) {
					// The application ends, and with it all connections.
				}
			});
		}
	}

	@Override
	public void reset() {
		disconnect(this.connection.get());
	}

	@Override
	public void close() {
		this.closed = true;
		disconnect(this.connection.get());
	}

}
