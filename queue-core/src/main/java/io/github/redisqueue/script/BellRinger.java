package io.github.redisqueue.script;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStreamCommands.XAddOptions;
import org.springframework.data.redis.connection.stream.StreamRecords;

/**
 * Rings bells for scripts that cannot reach them on a Redis Cluster. It uses a thread of
 * its own, so that the caller of a script neither waits for the ring nor fails with it.
 * If a ring is lost, pollers find the job after the poll interval. Thread-safe.
 */
final class BellRinger {

	private static final Log logger = LogFactory.getLog(BellRinger.class);

	private static final byte[] FIELD = { 'r', 'i', 'n', 'g' };

	private static final byte[] VALUE = { '1' };

	private static final XAddOptions ONE_RING_ONLY = XAddOptions.maxlen(1);

	private final RedisConnectionFactory connections;

	/** The bells that are to be rung. A second ring of the same bell is not necessary. */
	private final Set<ByteBuffer> pending = ConcurrentHashMap.newKeySet();

	private final ThreadPoolExecutor thread = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS,
			new LinkedBlockingQueue<>(), BellRinger::newThread);

	BellRinger(RedisConnectionFactory connections) {
		this.connections = connections;
		this.thread.allowCoreThreadTimeOut(true);
	}

	private static Thread newThread(Runnable work) {
		Thread thread = new Thread(work, "queue-rings");
		thread.setDaemon(true);
		return thread;
	}

	/**
	 * Rings a bell soon.
	 * @param bell the key of the bell
	 */
	void ring(byte[] bell) {
		ByteBuffer key = ByteBuffer.wrap(bell);
		if (this.pending.add(key)) {
			this.thread.execute(() -> {
				// Removed before the ring, so that a request from now on causes another
				// ring.
				this.pending.remove(key);
				ringNow(bell);
			});
		}
	}

	private void ringNow(byte[] bell) {
		try (RedisConnection connection = this.connections.getConnection()) {
			connection.streamCommands()
				.xAdd(StreamRecords.rawBytes(Map.of(FIELD, VALUE)).withStreamKey(bell), ONE_RING_ONLY);
		}
		catch (RuntimeException ex) {
			logger.debug("Cannot ring the bell '" + new String(bell, StandardCharsets.UTF_8)
					+ "'. Pollers find the jobs after their poll interval", ex);
		}
	}

}
