package io.github.redisqueue.bell;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;

import io.github.redisqueue.thread.DaemonThreads;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Reads bells with any client, on one thread that blocks; another one opens and closes
 * connections. They end after ten seconds without a read. Waits are rounded up to
 * seconds, because Spring Data Redis takes seconds. A read that was given up ends when
 * its connection is closed from another thread: the client may have no timeout for
 * commands that block. Thread-safe.
 */
public final class BlockingBellReader extends ConnectedBellReader {

	private final DaemonThreads thread;

	/** Creates a reader, which connects with the first read. */
	public BlockingBellReader(RedisConnectionFactory connections) {
		this(connections, new DaemonThreads("queue-bells-", 1));
	}

	private BlockingBellReader(RedisConnectionFactory connections, DaemonThreads thread) {
		super(connections, new DaemonThreads("queue-bells-connect-", 1), thread);
		this.thread = thread;
	}

	@Override
	protected CompletionStage<@Nullable WakeUp> pop(RedisConnection open, Duration longest, byte[]... bells) {
		int seconds = (int) Math.max(1, longest.plusMillis(999).toSeconds());
		List<byte[]> popped = open.listCommands().bLPop(seconds, bells);
		return CompletableFuture
			.completedFuture((popped == null || popped.size() < 2) ? null : WakeUp.of(popped.get(0), popped.get(1)));
	}

	/** Behind the read under way: a pool would lend its connection to others. */
	@Override
	public void close() {
		try {
			this.thread.execute(super::close);
		}
		catch (RejectedExecutionException ex) {
			return;
		}
		this.thread.shutdown();
	}

}
