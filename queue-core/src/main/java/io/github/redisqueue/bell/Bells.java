package io.github.redisqueue.bell;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ServerError;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.stream.ByteRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;

/**
 * The bells of all queues that this application waits for. One thread reads them over one
 * connection with {@code XREAD BLOCK} and the last ids that it has seen, so that it does
 * not miss rings before the read. Thread-safe.
 * <p>
 * When the connection breaks, the reader opens a new one after 100 ms, then at intervals
 * that double up to 1 s. It then rings all bells locally, because rings during the outage
 * may have been missed. A client that reconnects by itself sends the read again with the
 * same ids, and misses no ring.
 */
public final class Bells implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(Bells.class);

	private static final ReadOffset BEGINNING = ReadOffset.from("0-0");

	/**
	 * How long the first read waits. It returns earlier rings at once. A read that does
	 * not block would use a shared connection.
	 */
	private static final Duration FIRST_LOOK = Duration.ofMillis(1);

	private static final long FIRST_PAUSE = 100;

	private static final long MAX_PAUSE = 1000;

	private final RedisConnectionFactory connections;

	private final String keyPrefix;

	private final Duration block;

	private final Map<String, Bell> bells = new ConcurrentHashMap<>();

	private final CountDownLatch closed = new CountDownLatch(1);

	private @Nullable Thread reader;

	private boolean forbidden;

	/**
	 * Creates the bells. The reader starts with the first call of {@link #bell(String)}.
	 * @param connections creates the connection of the reader
	 * @param keyPrefix the beginning of the keys of all queues
	 * @param block the longest time that one read waits, less than half of the client's
	 * command timeout
	 */
	public Bells(RedisConnectionFactory connections, String keyPrefix, Duration block) {
		this.connections = connections;
		this.keyPrefix = keyPrefix;
		this.block = block;
	}

	/**
	 * Returns the bell of a queue, which the reader waits for from now on.
	 * @param queue the name of the queue
	 * @return its bell, the same for each call
	 */
	public Bell bell(String queue) {
		Bell bell = new Bell();
		Bell known = this.bells.putIfAbsent(queue, bell);
		if (known != null) {
			return known;
		}
		readAgain();
		return bell;
	}

	/**
	 * Interrupts the reader, which then reads the changed set of bells. Starts it if
	 * necessary.
	 */
	private synchronized void readAgain() {
		if (this.reader != null) {
			this.reader.interrupt();
			return;
		}
		this.reader = new Thread(this::read, "queue-bells");
		this.reader.setDaemon(true);
		this.reader.start();
	}

	private void read() {
		long pause = FIRST_PAUSE;
		while (this.closed.getCount() > 0) {
			try (RedisConnection connection = this.connections.getConnection()) {
				Map<String, Bell> set = Map.copyOf(this.bells);
				Map<String, ReadOffset> offsets = new ConcurrentHashMap<>();
				set.keySet().forEach((queue) -> offsets.put(QueueKeys.bell(this.keyPrefix, queue), BEGINNING));
				readOnce(connection, offsets, FIRST_LOOK);
				set.values().forEach(Bell::ring);
				pause = FIRST_PAUSE;
				while (set.size() == this.bells.size() && this.closed.getCount() > 0) {
					readOnce(connection, offsets, this.block);
				}
			}
			catch (RuntimeException ex) {
				// An interrupt is not a failure: there are new bells to read at once.
				if (!Thread.interrupted() && !pause(pause, ex)) {
					pause = Math.min(pause * 2, MAX_PAUSE);
				}
			}
		}
	}

	@SuppressWarnings("unchecked")
	private void readOnce(RedisConnection connection, Map<String, ReadOffset> offsets, Duration wait) {
		List<StreamOffset<byte[]>> streams = new ArrayList<>(offsets.size());
		offsets
			.forEach((key, offset) -> streams.add(StreamOffset.create(key.getBytes(StandardCharsets.UTF_8), offset)));
		List<ByteRecord> records = connection.streamCommands()
			.xRead(StreamReadOptions.empty().block(wait), streams.toArray(StreamOffset[]::new));
		if (records == null) {
			return;
		}
		for (ByteRecord record : records) {
			String key = new String(record.getRequiredStream(), StandardCharsets.UTF_8);
			offsets.put(key, ReadOffset.from(record.getId()));
			Bell bell = this.bells.get(key.substring(QueueKeys.bell(this.keyPrefix, "").length()));
			if (bell != null) {
				bell.ring();
			}
		}
	}

	/** Waits before the next attempt. Returns true if it was interrupted. */
	private boolean pause(long millis, RuntimeException reason) {
		if (this.closed.getCount() > 0) {
			warnIfForbidden(reason);
			logger.debug("Cannot wait for bells, trying again in " + millis + " ms", reason);
		}
		try {
			this.closed.await(millis, TimeUnit.MILLISECONDS);
			return false;
		}
		catch (InterruptedException ex) {
			return true;
		}
	}

	/**
	 * Logs a missing permission once. Other failures also affect the pollers, which log
	 * them.
	 */
	private void warnIfForbidden(RuntimeException reason) {
		if (!this.forbidden && ServerError.code(reason).equals(ServerError.NOPERM)) {
			this.forbidden = true;
			logger
				.warn("The Redis user has no permission to read the bells of queues, so jobs are found by polling only."
						+ " docs/security.md lists the required permissions: "
						+ NestedExceptionUtils.getMostSpecificCause(reason).getMessage());
		}
	}

	/**
	 * Stops the reader, which closes its connection.
	 */
	@Override
	public synchronized void close() {
		this.closed.countDown();
		if (this.reader != null) {
			this.reader.interrupt();
		}
	}

}
