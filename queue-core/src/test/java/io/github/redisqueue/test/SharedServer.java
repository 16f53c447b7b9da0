package io.github.redisqueue.test;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;

/**
 * The server that all tests of this JVM share: the one that {@code QUEUE_TEST_REDIS}
 * names, else a container where Docker answers, else the binary that comes with the
 * embedded Redis library.
 */
final class SharedServer {

	private static final String VARIABLE = "QUEUE_TEST_REDIS";

	private static final String IMAGE = "redis:7.2-alpine";

	private static @Nullable SharedServer instance;

	private final String text;

	private final RedisURI uri;

	private final LettuceConnectionFactory connections;

	private final RedisCommands<String, String> commands;

	private final RedisCommands<String, byte[]> binaryCommands;

	private SharedServer(String text) {
		this.text = text;
		this.uri = RedisURI.create(text);
		this.connections = RedisClients.connections(this.uri);
		RedisClient client = RedisClient.create(RedisClients.RESOURCES, this.uri);
		this.commands = client.connect(StringCodec.UTF8).sync();
		this.binaryCommands = client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)).sync();
	}

	static synchronized SharedServer instance() {
		if (instance == null) {
			instance = new SharedServer(start());
		}
		return instance;
	}

	private static String start() {
		String named = System.getenv(VARIABLE);
		if (named != null && !named.isBlank()) {
			return named;
		}
		if (DockerClientFactory.instance().isDockerAvailable()) {
			return container();
		}
		PrivateRedis embedded = PrivateRedis.start();
		Runtime.getRuntime().addShutdownHook(new Thread(embedded::close, "test-redis-stop"));
		return "redis://127.0.0.1:" + embedded.port();
	}

	/** Testcontainers removes the container when the JVM is gone. */
	private static String container() {
		GenericContainer<?> container = new GenericContainer<>(IMAGE).withExposedPorts(6379);
		container.start();
		return "redis://" + container.getHost() + ":" + container.getMappedPort(6379);
	}

	/** The URI as text, with the password if there is one. */
	String text() {
		return this.text;
	}

	RedisURI uri() {
		return this.uri;
	}

	LettuceConnectionFactory connections() {
		return this.connections;
	}

	RedisCommands<String, String> commands() {
		return this.commands;
	}

	RedisCommands<String, byte[]> binaryCommands() {
		return this.binaryCommands;
	}

}
