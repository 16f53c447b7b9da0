package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.util.function.Function;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;

/**
 * Talks to servers directly, not as the queues do. Thread-safe.
 */
final class ServerTalk implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofSeconds(20);

	private final RedisClient client = RedisClient.create();

	/** Asks a server over a connection for that alone. */
	<T> T ask(int port, Function<RedisCommands<String, String>, T> question) {
		RedisURI uri = RedisURI.builder().withHost("127.0.0.1").withPort(port).withTimeout(TIMEOUT).build();
		try (StatefulRedisConnection<String, String> connection = this.client.connect(uri)) {
			return question.apply(connection.sync());
		}
	}

	@Override
	public void close() {
		this.client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
	}

}
