package io.github.redisqueue.bell;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.thread.DaemonThreads;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Reads bells with any client, on one thread that blocks. It ends after ten seconds
 * without a read. Waits are rounded up to seconds, because Spring Data Redis takes
 * seconds. Thread-safe.
 */
public final class BlockingBellReader implements BellReader {

	private final RedisConnectionFactory connections;

	private final DaemonThreads thread = new DaemonThreads("queue-bells-", 1);

	private final DaemonThreads closing = new DaemonThreads("queue-bells-close-", 1);

	/** How often reads were given up. */
	private final AtomicInteger resets = new AtomicInteger();

	private volatile @Nullable RedisConnection connection;

	/** Creates a reader, which connects with the first read. */
	public BlockingBellReader(RedisConnectionFactory connections) {
		this.connections = connections;
	}

	@Override
	public CompletionStage<@Nullable WakeUp> read(List<String> bells, Duration longest) {
		int begun = this.resets.get();
		try {
			return CompletableFuture.supplyAsync(() -> readNow(bells, longest, begun), this.thread);
		}
		catch (RejectedExecutionException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private @Nullable WakeUp readNow(List<String> bells, Duration longest, int begun) {
		if (this.resets.get() != begun) {
			throw new QueryTimeoutException("The read was cancelled before it began");
		}
		try {
			RedisConnection open = this.connection;
			if (open == null) {
				open = this.connections.getConnection();
				this.connection = open;
			}
			byte[][] keys = bells.stream().map((bell) -> bell.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
			List<byte[]> popped = open.listCommands()
				.bLPop((int) Math.max(1, longest.plusMillis(999).toSeconds()), keys);
			return (popped == null || popped.size() < 2) ? null : WakeUp.of(popped.get(0), popped.get(1));
		}
		catch (RuntimeException ex) {
			disconnect();
			throw ex;
		}
	}

	/** A read that was given up may still be waiting on the server. */
	private synchronized void disconnect() {
		RedisConnection last = this.connection;
		this.connection = null;
		if (last != null) {
			last.close();
		}
	}

	/**
	 * Closes the connection from another thread, with which the read under way fails: the
	 * client may have no timeout for commands that block. Reads that wait for it to end
	 * take no wake-ups any more.
	 */
	@Override
	public void reset() {
		this.resets.incrementAndGet();
		this.closing.execute(this::disconnect);
	}

	@Override
	public void close() {
		try {
			this.thread.execute(this::disconnect);
		}
		catch (RejectedExecutionException ex) {
			return;
		}
		this.thread.shutdown();
	}

}
