package io.github.redisqueue.test;

import java.time.Duration;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The server that all tests of this JVM share: the one that {@code QUEUE_TEST_REDIS}
 * names, else a container where Docker answers, else the binary that comes with the
 * embedded Redis library.
 */
final class SharedServer implements SharedRedis {

	private static final String VARIABLE = "QUEUE_TEST_REDIS";

	private static final String IMAGE = "redis:7.2-alpine";

	private static @Nullable SharedServer instance;

	private static @Nullable SharedServer quiet;

	private final String text;

	private final RedisURI uri;

	private final LettuceConnectionFactory connections;

	private final RedisClusterCommands<String, String> commands;

	private final RedisClusterCommands<String, byte[]> binaryCommands;

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

	/**
	 * Another server, for tests that ask for all keys again and again: on this one there
	 * are few.
	 */
	static synchronized SharedServer quiet() {
		if (quiet == null) {
			quiet = new SharedServer(embedded());
		}
		return quiet;
	}

	private static String start() {
		String named = System.getenv(VARIABLE);
		if (named != null && !named.isBlank()) {
			return named;
		}
		if (DockerClientFactory.instance().isDockerAvailable()) {
			return container();
		}
		return embedded();
	}

	private static String embedded() {
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

	@Override
	public String text() {
		return this.text;
	}

	@Override
	public RedisURI uri() {
		return this.uri;
	}

	@Override
	public LettuceConnectionFactory connections() {
		return this.connections;
	}

	@Override
	public LettuceConnectionFactory newConnections(String clientName) {
		return RedisClients.connections(RedisURI.builder(this.uri).withClientName(clientName).build());
	}

	@Override
	public RedisClusterCommands<String, String> commands() {
		return this.commands;
	}

	@Override
	public RedisClusterCommands<String, byte[]> binaryCommands() {
		return this.binaryCommands;
	}

	@Override
	public FaultyProxy proxyFor(String key) {
		return FaultyProxy.to(this.uri.getHost(), this.uri.getPort());
	}

	@Override
	public LettuceConnectionFactory through(FaultyProxy proxy, Duration timeout) {
		return RedisClients.connections(
				RedisURI.builder(this.uri).withHost("127.0.0.1").withPort(proxy.port()).withTimeout(timeout).build());
	}

	@Override
	public BreakableRedis startOther(String... settings) {
		return PrivateRedis.start(settings);
	}

}
