package io.github.redisqueue.autoconfigure.embedded;

import java.nio.file.Path;
import java.util.function.Function;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Talks to servers, and kills them.
 */
final class Redis {

	private Redis() {
	}

	static String ping(int port) {
		return talk(port, RedisCommands::ping);
	}

	static void set(int port, String key, String value) {
		talk(port, (redis) -> redis.set(key, value));
	}

	static @Nullable String get(int port, String key) {
		return talk(port, (redis) -> redis.get(key));
	}

	static @Nullable String config(int port, String name) {
		return talk(port, (redis) -> redis.configGet(name).get(name));
	}

	/** Kills the server of a directory, if there is one. */
	static void kill(Path directory) {
		DataDirectory.at(directory).process().ifPresent((process) -> {
			process.destroyForcibly();
			Awaitility.await().until(() -> RunningServer.processOf(process.pid()).isEmpty());
		});
	}

	private static <T> T talk(int port, Function<RedisCommands<String, String>, T> conversation) {
		RedisClient client = RedisClient.create(RedisURI.create(RunningServer.HOST, port));
		try (StatefulRedisConnection<String, String> connection = client.connect()) {
			return conversation.apply(connection.sync());
		}
		finally {
			client.shutdown();
		}
	}

}
