package io.github.redisqueue.test;

import java.time.Duration;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A Redis that a test has for itself, to break it: one server, or several that make up a
 * cluster. Thread-safe.
 */
public interface BreakableRedis extends AutoCloseable {

	/**
	 * Connections to it.
	 * @param timeout how long a command waits for its answer
	 * @return a started connection factory, which is destroyed with it
	 */
	LettuceConnectionFactory connections(Duration timeout);

	/**
	 * Stops it in good order.
	 */
	void stop();

	/**
	 * Starts it again, with the same settings and files, at the same address.
	 */
	void restart();

	/**
	 * Ends it and deletes its files.
	 */
	@Override
	void close();

}
