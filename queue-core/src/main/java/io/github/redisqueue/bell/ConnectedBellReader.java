package io.github.redisqueue.bell;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Reads bells over a connection that the first read opens. After a failure, and after a
 * read that was given up, the next read opens another one. What depends on the client is
 * how a wake-up is taken, and on which thread. Thread-safe.
 */
public abstract class ConnectedBellReader implements BellReader {

	private final RedisConnectionFactory connections;

	/** Opens and closes connections, which may block. */
	private final Executor connector;

	/** Runs reads; one after the other if they block. */
	private final Executor reading;

	/** The connection, or the one that is being opened; null after a failure. */
	private final AtomicReference<@Nullable CompletableFuture<RedisConnection>> connection = new AtomicReference<>();

	private volatile boolean closed;

	protected ConnectedBellReader(RedisConnectionFactory connections, Executor connector, Executor reading) {
		this.connections = connections;
		this.connector = connector;
		this.reading = reading;
	}

	/**
	 * Takes a wake-up with {@code BLPOP}. Runs where reads run, and may throw what the
	 * client throws.
	 */
	protected abstract CompletionStage<@Nullable WakeUp> pop(RedisConnection open, Duration longest, byte[]... bells);

	@Override
	public CompletionStage<@Nullable WakeUp> read(List<byte[]> bells, Duration longest) {
		CompletableFuture<RedisConnection> used = connection();
		return used.<@Nullable WakeUp>thenComposeAsync((open) -> {
			if (this.connection.get() != used) {
				// A wake-up that it took would reach nobody.
				throw new QueryTimeoutException("The read was cancelled before it began");
			}
			return pop(open, longest, bells.toArray(byte[][]::new));
		}, this.reading).whenComplete((wakeUp, failure) -> {
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

	/**
	 * Closes a connection as soon as it is open. A read that was given up may still be
	 * waiting on the server, and may fail when another connection has been opened.
	 */
	private void disconnect(@Nullable CompletableFuture<RedisConnection> used) {
		if (used != null && this.connection.compareAndSet(used, null)) {
			used.thenAccept((open) -> {
				try {
					// With Lettuce, this waits for the I/O thread.
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
