package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The Redis of this test JVM, seen by one test: the server (or the cluster, see
 * {@link OnCluster}) and its connections are shared by all tests, the key prefix is the
 * test's own. Closing it deletes the keys below that prefix. Thread-safe.
 *
 * @see RedisTest
 */
public final class TestRedis implements AutoCloseable {

	private final SharedRedis server;

	private final String keyPrefix = "test-" + UUID.randomUUID() + ":";

	private TestRedis(SharedRedis server) {
		this.server = server;
	}

	/**
	 * For tests that cannot have it injected, such as those that name it in a dynamic
	 * property source.
	 * @return a test's view of the server, to be closed by the caller
	 */
	public static TestRedis open() {
		return new TestRedis(SharedServer.instance());
	}

	/** The same for a test class, which may have another server than other classes. */
	static TestRedis openFor(List<Class<?>> tests) {
		return new TestRedis(SharedServer.of(tests));
	}

	/**
	 * The same with a server that only few tests share, and that has few keys.
	 * @return a test's view of the server, to be closed by the caller
	 */
	public static TestRedis openQuiet() {
		return new TestRedis(SharedServer.quiet());
	}

	/**
	 * The same with a cluster.
	 * @return a test's view of the cluster, to be closed by the caller
	 */
	public static TestRedis openCluster() {
		return new TestRedis(SharedCluster.instance());
	}

	/**
	 * The address of the server, or of one in the cluster.
	 * @return a {@code redis://} URI
	 */
	public String uri() {
		// Lettuce's own text has the class of its credentials in the place of the
		// password.
		return this.server.text;
	}

	/**
	 * The host of the server.
	 * @return its name or address
	 */
	public String host() {
		return this.server.uri.getHost();
	}

	/**
	 * The port of the server.
	 * @return its port
	 */
	public int port() {
		return this.server.uri.getPort();
	}

	/**
	 * Connections to the server, shared by all tests: not to be stopped.
	 * @return a started connection factory
	 */
	public LettuceConnectionFactory connections() {
		return this.server.connections;
	}

	/**
	 * Connections to the server that are this test's own.
	 * @param clientName what {@code CLIENT LIST} shows
	 * @return a started connection factory, to be destroyed by the caller
	 */
	public LettuceConnectionFactory newConnections(String clientName) {
		return this.server.newConnections(clientName);
	}

	/**
	 * Whether it is a cluster.
	 * @return whether it has slots that can be moved
	 */
	public boolean isCluster() {
		return this.server instanceof SharedCluster;
	}

	/**
	 * The move of a slot of the cluster to another server.
	 * @param key a key in a slot that no other test uses
	 * @return the move, which has not begun
	 */
	public SlotMove moveSlotOf(String key) {
		return ((SharedCluster) this.server).cluster().moveSlotOf(key);
	}

	/**
	 * A proxy in front of the server that has a key.
	 * @param key the key
	 * @return the proxy, to be closed by the caller
	 */
	public FaultyProxy proxyFor(String key) {
		return this.server.proxyFor(key);
	}

	/**
	 * Connections that use a proxy in the place of the server behind it.
	 * @param proxy the proxy
	 * @param timeout how long a command waits for its answer
	 * @return a started connection factory, which is destroyed with the proxy
	 */
	public LettuceConnectionFactory through(FaultyProxy proxy, Duration timeout) {
		return proxy.opened(this.server.through(proxy, timeout));
	}

	/**
	 * Starts another Redis of the same kind, to be broken.
	 * @param settings lines as in a {@code redis.conf}
	 * @return the server or cluster, to be closed by the caller
	 */
	public BreakableRedis startOther(String... settings) {
		return this.server.startOther(settings);
	}

	/**
	 * What the keys of this test begin with.
	 * @return a prefix that no other test has
	 */
	public String keyPrefix() {
		return this.keyPrefix;
	}

	/**
	 * Commands to look at keys with.
	 * @return commands, with keys and values as UTF-8
	 */
	public RedisClusterCommands<String, String> commands() {
		return this.server.commands;
	}

	/**
	 * Commands to look at payloads with.
	 * @return commands, with keys as UTF-8 and values as bytes
	 */
	public RedisClusterCommands<String, byte[]> binaryCommands() {
		return this.server.binaryCommands;
	}

	/**
	 * The keys of this test.
	 * @return the keys that begin with the key prefix, in order
	 */
	public List<String> keys() {
		KeyScanArgs below = KeyScanArgs.Builder.matches(this.keyPrefix + "*").limit(1000);
		return ScanIterator.scan(commands(), below).stream().distinct().sorted().toList();
	}

	@Override
	public void close() {
		List<String> keys = keys();
		if (!keys.isEmpty()) {
			commands().unlink(keys.toArray(String[]::new));
		}
	}

}
