package io.github.redisqueue.lettuce;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.redisqueue.script.NodeConnection;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.masterreplica.StatefulRedisMasterReplicaConnection;
import io.lettuce.core.output.IntegerListOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.support.DataAccessUtils;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A connection of Lettuce to one node. Lettuce connects anew by itself, and sends what
 * has no reply again. A new connection has written nothing, so that a wait for replicas
 * would end at once, with all of them: so confirmations after the end of the first
 * connection are ignored. Not thread-safe.
 */
final class LettuceNodeConnection implements NodeConnection, RedisConnectionStateListener {

	private static final int LONGEST_WAIT_MS = 250;

	private static final Pattern MOVED = Pattern.compile("MOVED \\d+ (.+):(\\d+)");

	private final RedisConnectionFactory factory;

	/** What is closed at the end; on a Redis Cluster it is connected to several nodes. */
	private final RedisConnection opened;

	/** The connection to the node, which belongs to the one above. */
	private final StatefulRedisConnection<byte[], byte[]> node;

	/** Set by an I/O thread when the first connection ends, and never taken back. */
	private volatile boolean lost;

	private LettuceNodeConnection(RedisConnectionFactory factory, RedisConnection opened,
			StatefulRedisConnection<byte[], byte[]> node) {
		this.factory = factory;
		this.opened = opened;
		this.node = node;
		if (factory instanceof LettuceConnectionFactory lettuce) {
			// That of the client may be the one for connecting.
			node.setTimeout(Duration.ofMillis(lettuce.getTimeout()));
		}
		node.addListener(this);
	}

	static NodeConnection open(RedisConnectionFactory unshared, byte[] key) {
		RedisConnection opened = unshared.getConnection();
		try {
			return new LettuceNodeConnection(unshared, opened, node(opened.getNativeConnection(), key));
		}
		catch (RuntimeException ex) {
			opened.close();
			throw DataAccessUtils.translateIfNecessary(ex, unshared);
		}
	}

	// Spring Data offers the commands of a connection, but not the connection.
	@SuppressWarnings({ "unchecked", "deprecation" })
	private static StatefulRedisConnection<byte[], byte[]> node(Object commands, byte[] key) {
		if (!(commands instanceof RedisAdvancedClusterAsyncCommands<?, ?> cluster)) {
			return only(((RedisAsyncCommands<byte[], byte[]>) commands).getStatefulConnection());
		}
		StatefulRedisClusterConnection<byte[], byte[]> connection = (StatefulRedisClusterConnection<byte[], byte[]>) cluster
			.getStatefulConnection();
		int slot = SlotHash.getSlot(key);
		RedisClusterNode primary = connection.getPartitions().getMasterBySlot(slot);
		if (primary == null) {
			throw new RedisConnectionException("CLUSTERDOWN No node of the Redis Cluster has slot " + slot);
		}
		return moved(connection, connection.getConnection(primary.getUri().getHost(), primary.getUri().getPort()), key);
	}

	/** Among several nodes, Lettuce changes from one connection to another unseen. */
	private static <C extends StatefulRedisConnection<?, ?>> C only(C connection) {
		if (connection instanceof StatefulRedisMasterReplicaConnection<?, ?>) {
			throw new InvalidDataAccessApiUsageException(
					"Lettuce cannot wait for confirmations while it chooses between a primary and its replicas"
							+ " (spring.data.redis.masterreplica.nodes, RedisStaticMasterReplicaConfiguration), because it"
							+ " may send a command and the wait for its confirmation over different connections. Configure"
							+ " the primary alone, Sentinel or a Redis Cluster, or add jobs without a Durability. Nothing"
							+ " was added");
		}
		return connection;
	}

	/**
	 * The node that has a key, which may have moved since the client last asked for that.
	 */
	private static StatefulRedisConnection<byte[], byte[]> moved(
			StatefulRedisClusterConnection<byte[], byte[]> connection, StatefulRedisConnection<byte[], byte[]> node,
			byte[] key) {
		try {
			node.sync().eval("return 1", ScriptOutputType.INTEGER, new byte[][] { key });
			return node;
		}
		catch (RedisCommandExecutionException ex) {
			Matcher target = MOVED.matcher(String.valueOf(ex.getMessage()));
			if (!target.matches()) {
				throw ex;
			}
			return connection.getConnection(target.group(1), Integer.parseInt(target.group(2)));
		}
	}

	@Override
	public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
		this.lost = true;
	}

	/** Waits for the reply: one that comes after the connection was lost is a failure. */
	@Override
	public CompletionStage<List<@Nullable Object>> evaluate(String sha, byte @Nullable [] source, int keys,
			byte[][] parts) {
		RedisFuture<List<@Nullable Object>> reply = LettuceEvaluator.evaluate(this.node.async(), sha, source, keys,
				parts);
		await(reply, Duration.ZERO);
		return reply;
	}

	@Override
	public List<Long> await(int replicas, boolean inFiles, Duration timeout) {
		if (!inFiles) {
			return List.of(0L, await(this.node.async().waitForReplication(replicas, timeout.toMillis()), timeout));
		}
		CommandArgs<byte[], byte[]> arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE).add(1)
			.add(replicas)
			.add(timeout.toMillis());
		return await(this.node.async()
			.dispatch(Command.WAITAOF, new IntegerListOutput<>(ByteArrayCodec.INSTANCE), arguments), timeout);
	}

	@Override
	public Duration longestWait() {
		Duration timeout = this.node.getTimeout();
		// Zero is no timeout at all.
		long third = timeout.isZero() ? LONGEST_WAIT_MS : Math.max(1, timeout.toMillis() / 3);
		return Duration.ofMillis(Math.min(third, LONGEST_WAIT_MS));
	}

	/** The factory shares no connections, so it replaces none either. */
	@Override
	public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException failure) {
		return this.factory.translateExceptionIfPossible(failure);
	}

	private <T> T await(RedisFuture<T> reply, Duration longer) {
		long millis = this.node.getTimeout().plus(longer).toMillis();
		T value = LettuceFutures.awaitOrCancel(reply, millis, TimeUnit.MILLISECONDS);
		if (this.lost || value == null) {
			throw new RedisConnectionException(
					"The connection was lost while an addition was waiting for confirmation");
		}
		return value;
	}

	@Override
	public void close() {
		this.opened.close();
	}

	/** What Lettuce has no method for. */
	@SuppressWarnings("deprecation") // name(), which each enum has
	private enum Command implements ProtocolKeyword {

		WAITAOF;

		@Override
		public byte[] getBytes() {
			return name().getBytes(StandardCharsets.US_ASCII);
		}

	}

}
