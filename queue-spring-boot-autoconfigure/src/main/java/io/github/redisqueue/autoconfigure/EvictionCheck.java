package io.github.redisqueue.autoconfigure;

import java.util.Properties;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Warns if Redis is configured to delete keys when its memory is full. Says nothing if
 * Redis is not available, or does not tell: that is optional.
 */
final class EvictionCheck implements Runnable {

	private static final Log logger = LogFactory.getLog(EvictionCheck.class);

	private static final String MEMORY = "maxmemory";

	private static final String POLICY = "maxmemory_policy";

	private final RedisConnectionFactory connections;

	EvictionCheck(RedisConnectionFactory connections) {
		this.connections = connections;
	}

	/** Asks Redis, and waits for the reply. */
	@Override
	public void run() {
		try (RedisConnection connection = this.connections.getConnection()) {
			Properties memory = connection.serverCommands().info("memory");
			String warning = (memory != null) ? warning(memory) : null;
			if (warning != null) {
				logger.warn(warning);
			}
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
