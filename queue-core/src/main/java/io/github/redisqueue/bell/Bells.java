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
 * The bells of all queues that this application waits for, read by one thread over one
 * connection: {@code XREAD BLOCK} with the last ids seen, which misses nothing that rang
 * before the wait began. Thread-safe.
 * <p>
 * When the connection breaks, it is made anew after 100 ms, then at intervals that double
 * up to 1 s; once that has worked, all bells ring locally, for what rang meanwhile is not
 * known. (A client that reconnects by itself sends the read again, and misses nothing.)
 */
public final class Bells implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(Bells.class);

	private static final ReadOffset BEGINNING = ReadOffset.from("0-0");

	/**
	 * What rang before is told at once; not to wait at all would take a shared
	 * connection.
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
	 * Bells that are read from the first time on that one of them is asked for.
	 * @param connections where to get the connection
	 * @param keyPrefix what the keys of all queues begin with
	 * @param block how long one read waits at most; keep it below half of the client's
	 * command timeout
	 */
	public Bells(RedisConnectionFactory connections, String keyPrefix, Duration block) {
		this.connections = connections;
		this.keyPrefix = keyPrefix;
		this.block = block;
	}

	/**
	 * The bell of a queue, from now on listened to.
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
	 * The set of bells has changed: the reader leaves its read for one over the new set.
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
				// An interrupt means new bells, not a fault: read on at once.
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

	/** Rests before the next try; true if an interrupt cut the rest short. */
	private boolean pause(long millis, RuntimeException reason) {
		if (this.closed.getCount() > 0) {
			tellIfForbidden(reason);
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

	/** Of outages others tell, but this may be all that is wrong. */
	private void tellIfForbidden(RuntimeException reason) {
		if (!this.forbidden && ServerError.code(reason).equals(ServerError.NOPERM)) {
			this.forbidden = true;
			logger.warn("Redis does not permit its user to wait for bells, so that jobs are found by polling alone."
					+ " docs/security.md tells what is needed: "
					+ NestedExceptionUtils.getMostSpecificCause(reason).getMessage());
		}
	}

	/**
	 * Stops listening and gives the connection back.
	 */
	@Override
	public synchronized void close() {
		this.closed.countDown();
		if (this.reader != null) {
			this.reader.interrupt();
		}
	}

}
