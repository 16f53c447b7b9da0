package io.github.redisqueue.samples.benchmark.load;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.lettuce.core.LMoveArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;

/**
 * Hands jobs from one thread to another: one calls {@code LPUSH} and {@code XADD}, the
 * other {@code XREAD BLOCK} and then {@code LMOVE}, each over a connection of its own. A
 * job that was taken stays in another list.
 */
final class BareBell implements AutoCloseable {

	private static final byte[] QUEUE = BareLettuce.key("bell:queue");

	private static final byte[] TAKEN = BareLettuce.key("bell:taken");

	private static final byte[] BELL = BareLettuce.key("bell");

	private static final byte[] NOTHING = {};

	private static final long BLOCK_MILLIS = 1000;

	private final RedisClient client;

	private final StatefulRedisConnection<byte[], byte[]> sending;

	private final StatefulRedisConnection<byte[], byte[]> receiving;

	private String seen = "0-0";

	BareBell(String redis) {
		this.client = RedisClient.create(redis);
		this.sending = this.client.connect(ByteArrayCodec.INSTANCE);
		this.receiving = this.client.connect(ByteArrayCodec.INSTANCE);
	}

	/** Adds a job, with two round trips. */
	void send(byte[] payload) {
		RedisCommands<byte[], byte[]> commands = this.sending.sync();
		commands.lpush(QUEUE, payload);
		commands.xadd(BELL, Map.of(NOTHING, NOTHING));
	}

	/**
	 * Waits for a second at most, and takes the jobs that were added meanwhile, with a
	 * round trip for each.
	 */
	@SuppressWarnings("unchecked")
	void receive(Consumer<byte[]> handler) {
		RedisCommands<byte[], byte[]> commands = this.receiving.sync();
		List<StreamMessage<byte[], byte[]>> rings = commands.xread(XReadArgs.Builder.block(BLOCK_MILLIS),
				StreamOffset.from(BELL, this.seen));
		for (StreamMessage<byte[], byte[]> ring : rings) {
			this.seen = ring.getId();
			handler.accept(commands.lmove(QUEUE, TAKEN, LMoveArgs.Builder.rightLeft()));
		}
	}

	@Override
	public void close() {
		this.sending.close();
		this.receiving.close();
		this.client.shutdown();
	}

}
