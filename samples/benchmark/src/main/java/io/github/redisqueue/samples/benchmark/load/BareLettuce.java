package io.github.redisqueue.samples.benchmark.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;

/**
 * A connection that collects commands and sends them as a pipeline, with one round trip.
 */
final class BareLettuce implements AutoCloseable {

	private final RedisClient client;

	private final StatefulRedisConnection<byte[], byte[]> connection;

	BareLettuce(String redis) {
		this.client = RedisClient.create(redis);
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

	/** Loads a script that takes jobs, and returns the name by which to call it. */
	String script(String name) {
		try (InputStream file = Objects.requireNonNull(BareLettuce.class.getResourceAsStream(name + ".lua"))) {
			return trip(commands().scriptLoad(file.readAllBytes()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Calls a script, which replies with ids and payloads, and returns the ids. */
	byte[][] take(String script, byte[][] keys, Object... arguments) {
		byte[][] bytes = Arrays.stream(arguments)
			.map((argument) -> argument.toString().getBytes(StandardCharsets.US_ASCII))
			.toArray(byte[][]::new);
		List<List<byte[]>> reply = trip(commands().evalsha(script, ScriptOutputType.MULTI, keys, bytes));
		return reply.get(0).toArray(byte[][]::new);
	}

	static byte[] key(String name) {
		return (LoadApplication.KEY_PREFIX + "{bare}:" + name).getBytes(StandardCharsets.UTF_8);
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
	}

}
