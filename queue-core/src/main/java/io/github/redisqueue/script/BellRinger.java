package io.github.redisqueue.script;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.LogText;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.ReturnType;

/**
 * Rings bells for scripts that cannot reach them on a Redis Cluster. It uses a thread of
 * its own, so that the caller of a script neither waits for the ring nor fails with it.
 * Tokens that nobody takes expire after an hour, as the script that drains the queue
 * cannot remove them. If a ring is lost, listeners find the job by polling, after the
 * poll interval. Thread-safe.
 */
final class BellRinger {

	private static final Log logger = LogFactory.getLog(BellRinger.class);

	private static final Script RING = Script.load("bell/ring");

	private static final long EXPIRY_MS = 3_600_000;

	private final RedisConnectionFactory connections;

	/**
	 * The bells that are to be rung, and how many tokens are wanted. The script pushes
	 * what is missing, so the largest number is enough for several rings.
	 */
	private final Map<Call.Bell, Integer> pending = new ConcurrentHashMap<>();

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
	 * @param bell the key of the bell, and the token
	 * @param tokens how many tokens the bell has to hold
	 */
	void ring(Call.Bell bell, int tokens) {
		if (this.pending.merge(bell, tokens, Math::max) == tokens) {
			this.thread.execute(() -> {
				// Removed before the ring, so that a request from now on causes another
				// ring.
				Integer wanted = this.pending.remove(bell);
				if (wanted != null) {
					ringNow(bell, wanted);
				}
			});
		}
	}

	private void ringNow(Call.Bell bell, int tokens) {
		Call call = new Call(bell.key()).key(bell.key()).argument(bell.token()).argument(tokens).argument(EXPIRY_MS);
		try (RedisConnection connection = this.connections.getConnection()) {
			connection.scriptingCommands()
				.eval(RING.source(), ReturnType.MULTI, call.keyCount(), call.keysAndArguments(true));
		}
		catch (RuntimeException ex) {
			logger.debug("Cannot ring the bell '" + LogText.of(bell.key()) + "'. Listeners find the jobs by polling",
					ex);
		}
	}

}
