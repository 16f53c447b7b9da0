package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Warns if Redis is configured to delete keys when its memory is full. Says nothing if
 * Redis is not available, or does not tell: that is optional. Thread-safe.
 */
final class EvictionCheck {

	private static final Log logger = LogFactory.getLog(EvictionCheck.class);

	private static final String MEMORY = "maxmemory";

	private static final String POLICY = "maxmemory_policy";

	/** How old an answer may be before Redis is asked again. */
	private static final Duration MAX_AGE = Duration.ofSeconds(5);

	private final RedisConnectionFactory connections;

	private final Executor executor;

	private final AtomicBoolean underWay = new AtomicBoolean();

	private volatile @Nullable Long askedAt;

	private volatile @Nullable String warning;

	private volatile boolean known;

	/**
	 * Creates a check.
	 * @param connections lead to Redis
	 * @param executor waits for the replies of Redis
	 */
	EvictionCheck(RedisConnectionFactory connections, Executor executor) {
		this.connections = connections;
		this.executor = executor;
	}

	/** Asks Redis soon, unless it was asked within the last seconds. Does not wait. */
	void refresh() {
		Long last = this.askedAt;
		boolean fresh = last != null && System.nanoTime() - last < MAX_AGE.toNanos();
		if (fresh || !this.underWay.compareAndSet(false, true)) {
			return;
		}
		try {
			this.executor.execute(() -> {
				try {
					ask();
				}
				finally {
					this.askedAt = System.nanoTime();
					this.underWay.set(false);
				}
			});
		}
		catch (RejectedExecutionException ex) {
			logger.debug("The application ends");
		}
	}

	/**
	 * What Redis last told.
	 * @return why it may delete jobs, or null if it does not, or if that is not known
	 */
	@Nullable String warning() {
		return this.warning;
	}

	/**
	 * Whether Redis may delete jobs, as far as it last told.
	 * @return the answer, or null if it is not known
	 */
	@Nullable Boolean evicts() {
		return this.known ? this.warning != null : null;
	}

	private void ask() {
		try (RedisConnection connection = this.connections.getConnection()) {
			Properties memory = connection.serverCommands().info("memory");
			String found = (memory != null) ? warning(memory) : null;
			if (found != null && !Objects.equals(found, this.warning)) {
				logger.warn(found);
			}
			this.warning = found;
			this.known = memory != null && !memory.isEmpty();
		}
		catch (RuntimeException ex) {
			logger.debug("The eviction policy of Redis is not known", ex);
		}
	}

	/** On a cluster, the names begin with the address of a node. */
	private static @Nullable String warning(Properties memory) {
		for (String name : memory.stringPropertyNames()) {
			if (name.endsWith(POLICY)) {
				String policy = memory.getProperty(name);
				String node = name.substring(0, name.length() - POLICY.length());
				String limit = memory.getProperty(node + MEMORY, "0");
				if (!policy.equals("noeviction") && !limit.equals("0")) {
					return "Redis may delete jobs: its maxmemory-policy is '" + policy
							+ "', so it evicts keys when it needs more than maxmemory, " + limit
							+ " bytes. Set maxmemory-policy to noeviction";
				}
			}
		}
		return null;
	}

}
