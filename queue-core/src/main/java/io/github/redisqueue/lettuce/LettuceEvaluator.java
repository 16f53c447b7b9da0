package io.github.redisqueue.lettuce;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.script.AsyncEvaluator;
import io.github.redisqueue.script.NodeConnection;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Sends scripts over the shared connection of a Lettuce connection factory. A connection
 * that has been closed is replaced on another thread, because opening one blocks, and the
 * caller may be an I/O thread. Thread-safe.
 */
public final class LettuceEvaluator implements AsyncEvaluator {

	private static final Log logger = LogFactory.getLog(LettuceEvaluator.class);

	/** Does nothing, but is refused or held back whenever other scripts are. */
	private static final byte[] NOTHING = "return 1".getBytes(StandardCharsets.UTF_8);

	private static final int LINE_END = '\r' << Byte.SIZE | '\n';

	/** How long that may take over a connection that has been opened. */
	private static final Duration PROBE = Duration.ofSeconds(2);

	/** Has the one native connection over which all scripts are sent. */
	private final RedisConnectionFactory connections;

	/** Opens one for each addition that is to be confirmed, and for each probe. */
	private final RedisConnectionFactory unshared;

	private final boolean cluster;

	private final Executor connector;

	/** Those of the connection that was opened last, which may be closed by now. */
	private volatile @Nullable RedisClusterAsyncCommands<byte[], byte[]> opened;

	/**
	 * The last attempt to connect. Calls that come meanwhile wait for it too, and are
	 * sent by the thread that connects.
	 */
	private @Nullable CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> connecting;

	/**
	 * Creates an evaluator, which connects with the first script. The unshared factory
	 * creates new connections to the same server, and must not share native ones. The
	 * connector opens connections, which may block.
	 */
	public LettuceEvaluator(RedisConnectionFactory connections, RedisConnectionFactory unshared, boolean cluster,
			Executor connector) {
		this.connections = connections;
		this.unshared = unshared;
		this.cluster = cluster;
		this.connector = connector;
	}

	@Override
	public boolean isCluster() {
		return this.cluster;
	}

	@Override
	public CompletionStage<List<@Nullable Object>> evaluate(String sha, byte @Nullable [] source, int keys,
			byte[][] parts) {
		RedisClusterAsyncCommands<byte[], byte[]> last = this.opened;
		return (last != null && connectionOf(last).isOpen()) ? evaluate(last, sha, source, keys, parts)
				: connecting().thenCompose((commands) -> evaluate(commands, sha, source, keys, parts));
	}

	/** Sends a script over some connection, also over one to a single node. */
	static RedisFuture<List<@Nullable Object>> evaluate(RedisClusterAsyncCommands<byte[], byte[]> commands, String sha,
			byte @Nullable [] source, int keys, byte[][] parts) {
		byte[] script = (source != null) ? source : sha.getBytes(StandardCharsets.US_ASCII);
		return commands.dispatch((source != null) ? CommandType.EVAL : CommandType.EVALSHA,
				new NestedMultiOutput<>(ByteArrayCodec.INSTANCE), arguments(script, keys, parts));
	}

	/**
	 * Are written as they are. Lettuce would make objects of each key and argument, which
	 * for a plain job are a tenth of all that is allocated.
	 */
	private static CommandArgs<byte[], byte[]> arguments(byte[] script, int keys, byte[][] parts) {
		return new CommandArgs<>(ByteArrayCodec.INSTANCE) {

			@Override
			public int count() {
				return parts.length + 2;
			}

			/** Decides about the node of a Redis Cluster. */
			@Override
			public ByteBuffer getFirstEncodedKey() {
				return ByteBuffer.wrap(parts[0]);
			}

			@Override
			public void encode(ByteBuf out) {
				write(out, script);
				write(out, (keys < 10) ? new byte[] { (byte) ('0' + keys) }
						: Integer.toString(keys).getBytes(StandardCharsets.US_ASCII));
				for (byte[] part : parts) {
					write(out, part);
				}
			}

		};
	}

	private static void write(ByteBuf out, byte[] part) {
		out.writeByte('$');
		writeDigits(out, part.length);
		out.writeShort(LINE_END).writeBytes(part).writeShort(LINE_END);
	}

	private static void writeDigits(ByteBuf out, int number) {
		if (number > 9) {
			writeDigits(out, number / 10);
		}
		out.writeByte('0' + number % 10);
	}

	private synchronized CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> connecting() {
		CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> last = this.connecting;
		if (last == null || last.isDone()) {
			last = CompletableFuture.supplyAsync(this::connect, this.connector);
			this.connecting = last;
		}
		return last;
	}

	private RedisClusterAsyncCommands<byte[], byte[]> connect() {
		try (RedisConnection connection = this.connections.getConnection()) {
			RedisClusterAsyncCommands<byte[], byte[]> commands = commands(connection);
			this.opened = commands;
			return commands;
		}
	}

	@SuppressWarnings("unchecked")
	static RedisClusterAsyncCommands<byte[], byte[]> commands(RedisConnection connection) {
		return (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
	}

	// Spring Data offers the commands of a connection, but not the connection.
	@SuppressWarnings("deprecation")
	private static StatefulConnection<?, ?> connectionOf(RedisClusterAsyncCommands<byte[], byte[]> commands) {
		return (commands instanceof RedisAdvancedClusterAsyncCommands<?, ?> cluster) ? cluster.getStatefulConnection()
				: ((RedisAsyncCommands<?, ?>) commands).getStatefulConnection();
	}

	@Override
	public boolean repliesElsewhere(byte[] key) {
		try (RedisConnection connection = this.unshared.getConnection()) {
			RedisFuture<Object> reply = commands(connection).eval(NOTHING, ScriptOutputType.INTEGER, key);
			return reply.await(PROBE.toMillis(), TimeUnit.MILLISECONDS) && reply.getError() == null;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (RuntimeException ex) {
			logger.debug("A new connection gets no reply either", ex);
		}
		return false;
	}

	@Override
	public NodeConnection connect(byte[] key) {
		return LettuceNodeConnection.open(this.unshared, key);
	}

}
