package io.github.redisqueue.autoconfigure.health;

import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.background.LastAnswer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Warns if Redis is configured to delete keys when its memory is full. Says nothing if
 * Redis is not available, or does not tell: that is optional. Thread-safe.
 */
public final class EvictionCheck {

	private static final Log logger = LogFactory.getLog(EvictionCheck.class);

	private static final String MEMORY = "maxmemory";

	private static final String POLICY = "maxmemory_policy";

	private final RedisConnectionFactory connections;

	/** Why Redis may delete jobs, or nothing if it does not. */
	private final LastAnswer<Optional<String>> answer;

	private final AtomicBoolean watched = new AtomicBoolean();

	/** The last warning, which is logged once, until another one takes its place. */
	private volatile @Nullable String logged;

	/** Asks on an executor that drops a task or runs it, and does not throw. */
	public EvictionCheck(RedisConnectionFactory connections, Executor executor) {
		this.connections = connections;
		this.answer = new LastAnswer<>(this::ask, executor);
	}

	/** Asks Redis soon. Does not wait. */
	public void refresh() {
		this.answer.ask();
	}

	/**
	 * From now on, looks every second whether to ask Redis again, as somebody has read
	 * the answer lately. May be called more than once.
	 */
	public void keepRecent(ApplicationThreads threads) {
		if (this.watched.compareAndSet(false, true)) {
			threads.watch(this.answer::keepRecent);
		}
	}

	/**
	 * Why Redis may delete jobs, as it told last, however long ago; null if it does not,
	 * or if that is not known. Lets it be asked again, and does not wait.
	 */
	@Nullable String warning() {
		Optional<String> known = this.answer.last();
		return (known != null) ? known.orElse(null) : null;
	}

	/**
	 * 1 if Redis may delete jobs, as it told within the last minute, 0 if it does not, or
	 * else NaN. Lets it be asked again, and does not wait.
	 */
	public double evicts() {
		Optional<String> known = this.answer.get();
		return (known == null) ? Double.NaN : known.map((warning) -> 1).orElse(0);
	}

	/** Null if Redis does not tell: then {@link LastAnswer} keeps what it told before. */
	private @Nullable Optional<String> ask() {
		try (RedisConnection connection = this.connections.getConnection()) {
			Properties memory = connection.serverCommands().info("memory");
			if (memory == null || memory.isEmpty()) {
				return null;
			}
			String found = warning(memory);
			if (found != null && !found.equals(this.logged)) {
				logger.warn(found);
			}
			this.logged = found;
			return Optional.ofNullable(found);
		}
		catch (RuntimeException ex) {
			logger.debug("The eviction policy of Redis is not known", ex);
			return null;
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
