package io.github.redisqueue.samples.benchmark;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.sync.RedisCommands;

/**
 * The measured Redis server, on a connection of its own. Not thread-safe.
 */
final class Server implements AutoCloseable {

	private static final int CLOCK_READINGS = 20;

	private static final int PAGE = 1000;

	private final String url;

	private final RedisClient client;

	private final RedisCommands<String, String> commands;

	Server(String url) {
		this.url = url;
		this.client = RedisClient.create(url);
		try {
			this.commands = this.client.connect().sync();
		}
		catch (RuntimeException ex) {
			this.client.shutdown();
			throw ex;
		}
	}

	/** The address of the server, with the credentials. */
	String url() {
		return this.url;
	}

	Info info() {
		return new Info(this.commands.info("all"));
	}

	/**
	 * Measures by how much the clock of the server is ahead of that of this machine, with
	 * an error of at most half of the shortest round trip.
	 */
	Duration clockAhead() {
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
	void purge() {
		KeyScanArgs ours = KeyScanArgs.Builder.matches(LoadApplication.KEY_PREFIX + "*").limit(PAGE);
		ScanCursor cursor = ScanCursor.INITIAL;
		while (!cursor.isFinished()) {
			KeyScanCursor<String> page = this.commands.scan(cursor, ours);
			if (!page.getKeys().isEmpty()) {
				this.commands.unlink(page.getKeys().toArray(String[]::new));
			}
			cursor = page;
		}
		while (info().number("lazyfree_pending_objects") > 0) {
			Thread.onSpinWait();
		}
	}

	/** Removes all keys of the benchmark, and closes the connection. */
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
