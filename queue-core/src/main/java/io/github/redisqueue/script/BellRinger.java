package io.github.redisqueue.script;

import java.nio.ByteBuffer;
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
 * Rings bells for scripts that cannot reach them, on a thread of its own: who ran the
 * script neither waits for the ring nor fails with it. One that gets lost is made good by
 * the poll of those who wait. Thread-safe.
 */
final class BellRinger {

	private static final Log logger = LogFactory.getLog(BellRinger.class);

	private static final byte[] FIELD = { 'r', 'i', 'n', 'g' };

	private static final byte[] VALUE = { '1' };

	private static final XAddOptions ONE_RING_ONLY = XAddOptions.maxlen(1);

	private final RedisConnectionFactory connections;

	/** One ring more is of no use as long as one is owed. */
	private final Set<ByteBuffer> owed = ConcurrentHashMap.newKeySet();

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
	 * @param bell its key
	 */
	void ring(byte[] bell) {
		ByteBuffer key = ByteBuffer.wrap(bell);
		if (this.owed.add(key)) {
			this.thread.execute(() -> {
				// Before, so that what is owed from now on is not taken for paid.
				this.owed.remove(key);
				pay(bell);
			});
		}
	}

	private void pay(byte[] bell) {
		try (RedisConnection connection = this.connections.getConnection()) {
			connection.streamCommands()
				.xAdd(StreamRecords.rawBytes(Map.of(FIELD, VALUE)).withStreamKey(bell), ONE_RING_ONLY);
		}
		catch (RuntimeException ex) {
			logger.debug("A ring of a bell was lost", ex);
		}
	}

}
