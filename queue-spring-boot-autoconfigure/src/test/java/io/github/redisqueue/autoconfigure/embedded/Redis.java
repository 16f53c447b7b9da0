package io.github.redisqueue.autoconfigure.embedded;

import java.nio.file.Path;
import java.util.function.Function;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Talks to the servers of directories, and kills them.
 */
final class Redis {

	private Redis() {
	}

	static String ping(Path directory, int port) {
		return talk(directory, port, RedisCommands::ping);
	}

	static void set(Path directory, int port, String key, String value) {
		talk(directory, port, (redis) -> redis.set(key, value));
	}

	static @Nullable String get(Path directory, int port, String key) {
		return talk(directory, port, (redis) -> redis.get(key));
	}

	static @Nullable String config(Path directory, int port, String name) {
		return talk(directory, port, (redis) -> redis.configGet(name).get(name));
	}

	/** Kills the server of a directory, if there is one. */
	static void kill(Path directory) {
		DataDirectory.at(directory).process().ifPresent((process) -> {
			process.destroyForcibly();
			Awaitility.await().until(() -> RunningServer.processOf(process.pid()).isEmpty());
		});
	}

	static <T> T talk(Path directory, int port, Function<RedisCommands<String, String>, T> conversation) {
		RedisURI uri = RedisURI.create(RunningServer.HOST, port);
		DataDirectory.at(directory)
			.configuration()
			.secrets()
			.ifPresent((secrets) -> uri
				.setCredentialsProvider(new StaticCredentialsProvider(null, secrets.password().toCharArray())));
		RedisClient client = RedisClient.create(uri);
		try (StatefulRedisConnection<String, String> connection = client.connect()) {
			return conversation.apply(connection.sync());
		}
		finally {
			client.shutdown();
		}
	}

}
