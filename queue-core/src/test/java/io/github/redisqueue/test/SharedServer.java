package io.github.redisqueue.test;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The server that all tests of this JVM share: the one that {@code QUEUE_TEST_REDIS}
 * names, else one of the executable that {@code QUEUE_TEST_SERVER} names, else a
 * container where Docker answers, else the binary that comes with the embedded Redis
 * library. A server uses one core. So where test classes run beside each other, there are
 * as many servers as the system property {@code queue.test.servers} says, which the
 * classes take in turn.
 */
final class SharedServer extends SharedRedis {

	private static final String VARIABLE = "QUEUE_TEST_REDIS";

	private static final String EXECUTABLE = "QUEUE_TEST_SERVER";

	private static final String IMAGE = "redis:7.2-alpine";

	private static final SharedServer[] SERVERS = new SharedServer[isNamed(VARIABLE) ? 1
			: Integer.getInteger("queue.test.servers", 1)];

	private static final Map<List<Class<?>>, Integer> TURNS = new HashMap<>();

	private static @Nullable SharedServer quiet;

	private SharedServer(String text) {
		this(text, RedisClient.create(RedisClients.RESOURCES, text));
	}

	private SharedServer(String text, RedisClient client) {
		super(text, RedisClients.connections(RedisURI.create(text)), client.connect(StringCodec.UTF8).sync(),
				client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)).sync());
	}

	static SharedServer instance() {
		return instance(0);
	}

	/**
	 * The server of a test class. Those nested in one class run at the same time, so they
	 * have several.
	 * @param tests the classes that enclose it, and the class
	 */
	static synchronized SharedServer of(List<Class<?>> tests) {
		return instance(TURNS.computeIfAbsent(tests, (path) -> TURNS.size() % SERVERS.length));
	}

	private static synchronized SharedServer instance(int number) {
		if (SERVERS[number] == null) {
			SERVERS[number] = new SharedServer(start());
		}
		return SERVERS[number];
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
		if (isNamed(VARIABLE)) {
			return System.getenv(VARIABLE);
		}
		if (!isNamed(EXECUTABLE) && DockerClientFactory.instance().isDockerAvailable()) {
			return container();
		}
		return embedded();
	}

	private static boolean isNamed(String variable) {
		String value = System.getenv(variable);
		return value != null && !value.isBlank();
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
	LettuceConnectionFactory newConnections(String clientName) {
		return RedisClients.connections(RedisURI.builder(this.uri).withClientName(clientName).build());
	}

	@Override
	FaultyProxy proxyFor(String key) {
		return FaultyProxy.to(this.uri.getHost(), this.uri.getPort());
	}

	@Override
	LettuceConnectionFactory through(FaultyProxy proxy, Duration timeout) {
		return RedisClients.connections(
				RedisURI.builder(this.uri).withHost("127.0.0.1").withPort(proxy.port()).withTimeout(timeout).build());
	}

	@Override
	BreakableRedis startOther(String... settings) {
		return PrivateRedis.start(settings);
	}

}
