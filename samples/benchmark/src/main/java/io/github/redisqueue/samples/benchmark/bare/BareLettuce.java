package io.github.redisqueue.samples.benchmark.bare;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

import io.github.redisqueue.samples.benchmark.measure.Server;
import io.github.redisqueue.samples.benchmark.measure.TripCounter;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;

/**
 * A connection that collects commands and sends them as a pipeline, with one round trip.
 */
public final class BareLettuce implements AutoCloseable {

	private final ClientResources resources;

	private final RedisClient client;

	private final StatefulRedisConnection<byte[], byte[]> connection;

	/**
	 * Connects.
	 * @param uri the address of the server
	 * @param trips counts commands and round trips
	 */
	public BareLettuce(RedisURI uri, TripCounter trips) {
		this.resources = ClientResources.builder().nettyCustomizer(trips).build();
		this.client = RedisClient.create(this.resources, uri);
		this.connection = this.client.connect(ByteArrayCodec.INSTANCE);
		this.connection.setAutoFlushCommands(false);
	}

	/** The commands to send with the next trip. */
	RedisAsyncCommands<byte[], byte[]> commands() {
		return this.connection.async();
	}

	/** Sends all commands, and waits for the reply to the last of them. */
	<T> T trip(Future<T> last) {
		this.connection.flushCommands();
		try {
			return last.get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for Redis", ex);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("Redis rejected a command: " + ex.getCause(), ex);
		}
	}

	static byte[] key(String name) {
		return (Server.KEY_PREFIX + "{bare}:" + name).getBytes(StandardCharsets.UTF_8);
	}

	static byte[] join(byte[] prefix, byte[] id) {
		byte[] joined = Arrays.copyOf(prefix, prefix.length + id.length);
		System.arraycopy(id, 0, joined, prefix.length, id.length);
		return joined;
	}

	@Override
	public void close() {
		this.connection.close();
		this.client.shutdown();
		this.resources.shutdown();
	}

}
