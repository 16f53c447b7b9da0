package io.github.redisqueue.autoconfigure;

import java.time.Duration;

import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * The connections of the queues. Not a {@link RedisConnectionFactory}, so that the
 * application has only one bean of that type.
 *
 * @param factory creates connections
 * @param longestWait how long a blocking command may wait without exceeding the timeout
 * of the client
 * @param cluster whether the server is known to be a Redis Cluster
 * @param end closes the connections
 */
record QueueConnections(RedisConnectionFactory factory, Duration longestWait, boolean cluster,
		Runnable end) implements AutoCloseable {

	/**
	 * Uses the connections of the application. Their timeout is unknown, so blocking
	 * commands wait for one second only.
	 * @param factory the connection factory of the application, which is not closed
	 * @return the connections
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
