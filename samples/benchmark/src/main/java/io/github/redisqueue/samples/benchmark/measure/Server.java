package io.github.redisqueue.samples.benchmark.measure;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.sync.RedisCommands;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;

/**
 * The measured Redis server, on a connection of its own. Not thread-safe.
 */
public final class Server implements AutoCloseable {

	/** The beginning of all keys of the benchmark. */
	public static final String KEY_PREFIX = "benchmark:";

	private static final int CLOCK_READINGS = 20;

	private static final int PAGE = 1000;

	private final RedisURI uri;

	private final RedisClient client;

	private final RedisCommands<String, String> commands;

	private Server(RedisURI uri, RedisClient client) {
		this.uri = uri;
		this.client = client;
		this.commands = client.connect().sync();
	}

	/**
	 * Connects to the server.
	 * @param details the address and the credentials of the server
	 * @return the server
	 * @throws IllegalArgumentException if the address is that of a cluster or of Sentinel
	 * @throws io.lettuce.core.RedisException if it cannot be reached
	 */
	public static Server connect(DataRedisConnectionDetails details) {
		return connect(uri(details));
	}

	/**
	 * Connects to the server.
	 * @param uri the address of the server, with the credentials
	 * @return the server
	 * @throws io.lettuce.core.RedisException if it cannot be reached
	 */
	public static Server connect(RedisURI uri) {
		RedisClient client = RedisClient.create(uri);
		try {
			return new Server(uri, client);
		}
		catch (RuntimeException ex) {
			client.shutdown();
			throw ex;
		}
	}

	private static RedisURI uri(DataRedisConnectionDetails details) {
		Standalone standalone = details.getStandalone();
		if (standalone == null) {
			throw new IllegalArgumentException(
					"The benchmark needs a single Redis server, not a cluster or Sentinel: use --redis=redis://host:port");
		}
		RedisURI.Builder uri = RedisURI.builder()
			.withHost(standalone.getHost())
			.withPort(standalone.getPort())
			.withDatabase(standalone.getDatabase())
			.withSsl(details.getSslBundle() != null);
		String password = details.getPassword();
		String username = details.getUsername();
		if (username != null && password != null) {
			uri.withAuthentication(username, password);
		}
		else if (password != null) {
			uri.withPassword(password.toCharArray());
		}
		return uri.build();
	}

	/**
	 * The address of the server.
	 * @return the address, with the credentials
	 */
	public RedisURI uri() {
		return this.uri;
	}

	/**
	 * Calls {@code INFO}.
	 * @return the reply with all sections
	 */
	public Info info() {
		return new Info(this.commands.info("all"));
	}

	/**
	 * Sets whether the server writes an append-only file.
	 * @param on whether it writes the file
	 */
	public void appendonly(boolean on) {
		this.commands.configSet("appendonly", on ? "yes" : "no");
	}

	/**
	 * Measures by how much the clock of the server is ahead of that of this machine.
	 * @return the difference, with an error of at most half of the shortest round trip
	 */
	public Duration clockAhead() {
		Duration ahead = Duration.ZERO;
		long shortest = Long.MAX_VALUE;
		for (int i = 0; i < CLOCK_READINGS; i++) {
			Instant before = Instant.now();
			long start = System.nanoTime();
			List<String> time = this.commands.time();
			long trip = System.nanoTime() - start;
			if (trip < shortest) {
				shortest = trip;
				Instant there = Instant.ofEpochSecond(Long.parseLong(time.get(0)), Long.parseLong(time.get(1)) * 1000);
				ahead = Duration.between(before.plusNanos(trip / 2), there);
			}
		}
		return ahead;
	}

	/**
	 * Removes all keys of the benchmark, and waits until the server has freed their
	 * memory.
	 */
	public void purge() {
		KeyScanArgs ours = KeyScanArgs.Builder.matches(KEY_PREFIX + "*").limit(PAGE);
		KeyScanCursor<String> page = this.commands.scan(ScanCursor.INITIAL, ours);
		unlink(page);
		while (!page.isFinished()) {
			page = this.commands.scan(page, ours);
			unlink(page);
		}
		while (info().number("lazyfree_pending_objects") > 0) {
			Thread.onSpinWait();
		}
	}

	private void unlink(KeyScanCursor<String> page) {
		if (!page.getKeys().isEmpty()) {
			this.commands.unlink(page.getKeys().toArray(String[]::new));
		}
	}

	/**
	 * Removes all keys of the benchmark, and closes the connection.
	 */
	@Override
	public void close() {
		try {
			purge();
		}
		finally {
			this.client.shutdown();
		}
	}

}
