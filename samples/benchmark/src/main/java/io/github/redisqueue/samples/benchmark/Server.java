package io.github.redisqueue.samples.benchmark;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;

/**
 * The measured Redis server, on a connection of its own. Not thread-safe.
 */
final class Server implements AutoCloseable {

	private static final int CLOCK_READINGS = 20;

	private static final ScanArgs OURS = ScanArgs.Builder.matches(LoadApplication.KEY_PREFIX + "*").limit(1000);

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
	 * Measures the memory of all keys of the benchmark, in bytes. Unlike
	 * {@code used_memory} it knows no buffers of clients and nothing that is still to be
	 * freed, both of which are as large as a small queue.
	 */
	long memory() {
		return ScanIterator.scan(this.commands, OURS).stream().mapToLong(this::memory).sum();
	}

	/** Redis estimates large values unless it is told to look at all their elements. */
	private long memory(String key) {
		CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8).add("USAGE")
			.addKey(key)
			.add("SAMPLES")
			.add(0);
		Long bytes = this.commands.dispatch(CommandType.MEMORY, new IntegerOutput<>(StringCodec.UTF8), args);
		return (bytes != null) ? bytes : 0;
	}

	/**
	 * Removes all keys of the benchmark, and waits until the server has freed their
	 * memory.
	 */
	void purge() {
		ScanIterator.scan(this.commands, OURS).forEachRemaining(this.commands::unlink);
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
