package io.github.redisqueue.autoconfigure;

import java.time.Duration;

import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * The connections that queues use. Not itself a {@link RedisConnectionFactory}: there
 * would be two in the application.
 *
 * @param factory where to get connections
 * @param longestWait how long a command may block without running into the client's
 * timeout
 * @param cluster whether they are known to lead to a Redis Cluster
 * @param end what to do when the application ends
 */
record QueueConnections(RedisConnectionFactory factory, Duration longestWait, boolean cluster,
		Runnable end) implements AutoCloseable {

	/**
	 * The application's own connections. Little is known of them, so nothing waits long.
	 * @param factory where to get connections
	 * @return connections that end with the application's
	 */
	static QueueConnections of(RedisConnectionFactory factory) {
		return new QueueConnections(factory, Duration.ofSeconds(1), false, () -> {
		});
	}

	@Override
	public void close() {
		this.end.run();
	}

}
