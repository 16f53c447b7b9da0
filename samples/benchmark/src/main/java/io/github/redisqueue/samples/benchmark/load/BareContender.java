package io.github.redisqueue.samples.benchmark.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.TimeOrderedId;
import io.github.redisqueue.samples.process.Repetition;
import io.lettuce.core.LMoveArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;

/**
 * Single jobs go from one thread to another with a bell: one calls {@code LPUSH} and
 * {@code XADD}, the other {@code XREAD BLOCK} and then {@code LMOVE}, each over a
 * connection of its own. A job that was taken stays in another list. Bulk goes with a
 * loop that resembles the {@code lease} algorithm, 100 jobs per round trip. Where jobs
 * are only sent, nothing rings, and many threads may share the connection.
 */
final class BareContender implements Contender {

	private static final byte[] QUEUE = BareLoop.key("bell:queue");

	private static final byte[] TAKEN = BareLoop.key("bell:taken");

	private static final byte[] BELL = BareLoop.key("bell");

	private static final byte[] NOTHING = {};

	private static final long BLOCK_MILLIS = 1000;

	private final RedisClient client;

	private final RedisCommands<byte[], byte[]> sending;

	private final RedisCommands<byte[], byte[]> receiving;

	private final BareLoop loop;

	private final Handling handling;

	private final List<byte[]> payloads;

	private final boolean rings;

	private String seen = "0-0";

	private int inLoop;

	private List<Repetition> receivers = List.of();

	BareContender(Plan plan, Handling handling, boolean rings) {
		this.client = RedisClient.create(plan.redis());
		this.sending = this.client.connect(ByteArrayCodec.INSTANCE).sync();
		this.receiving = this.client.connect(ByteArrayCodec.INSTANCE).sync();
		this.loop = new BareLoop(this.client);
		this.handling = handling;
		this.payloads = new Payloads(plan.load().payloadSize()).unread();
		this.rings = rings;
	}

	@Override
	public void send(int number) {
		long now = System.nanoTime();
		byte[] payload = this.payloads.get(number % this.payloads.size()).clone();
		ByteBuffer.wrap(payload).putInt(number).putLong(now);
		this.sending.lpush(QUEUE, payload);
		if (this.rings) {
			this.sending.xadd(BELL, Map.of(NOTHING, NOTHING));
		}
	}

	@Override
	public void sendAll(int first, int jobs) {
		this.loop.fill(jobs, this.payloads);
		this.inLoop = jobs;
	}

	@Override
	public void listen() {
		this.receivers = List.of(new Repetition("bare-receiver", (this.inLoop > 0) ? this::drain : this::receive));
	}

	private void drain() throws InterruptedException {
		if (this.inLoop == 0) {
			// All are drained, and nobody has stopped the thread yet.
			TimeUnit.MILLISECONDS.sleep(1);
			return;
		}
		int drained = this.loop.drain();
		if (drained != this.inLoop) {
			throw new IllegalStateException("The bare loop drained " + drained + " jobs of " + this.inLoop
					+ ": another client may use the keys of the benchmark");
		}
		this.inLoop = 0;
		for (int number = 0; number < drained; number++) {
			this.handling.handle(number, System.nanoTime());
		}
	}

	/**
	 * Waits for a second at most, and takes the jobs that were added meanwhile, with a
	 * round trip for each.
	 */
	@SuppressWarnings("unchecked")
	private void receive() throws InterruptedException {
		for (StreamMessage<byte[], byte[]> ring : this.receiving.xread(XReadArgs.Builder.block(BLOCK_MILLIS),
				StreamOffset.from(BELL, this.seen))) {
			this.seen = ring.getId();
			ByteBuffer job = ByteBuffer.wrap(this.receiving.lmove(QUEUE, TAKEN, LMoveArgs.Builder.rightLeft()));
			this.handling.handle(job.getInt(), job.getLong());
		}
	}

	@Override
	public void rest() throws InterruptedException {
		Repetition.stop(this.receivers);
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

	/**
	 * Fills a queue and drains it, on the thread of the caller, 100 jobs per round trip:
	 * commands that resemble the {@code lease} algorithm, with a list of ready jobs, a
	 * list of jobs in progress, and a key for each lease, but without fencing, crash
	 * recovery or retries. Its throughput is an upper bound for one thread and one
	 * connection. The connection collects commands, and sends them with one round trip.
	 */
	private static final class BareLoop {

		private static final int BATCH = 100;

		private static final long LEASE_MILLIS = 30_000;

		private static final byte[] QUEUE = key("queue");

		private static final byte[] PROCESSING = key("processing");

		private static final byte[] ITEM = key("item:");

		private static final byte[] LEASE = key("lease:");

		private final StatefulRedisConnection<byte[], byte[]> connection;

		private final RedisAsyncCommands<byte[], byte[]> commands;

		private final String script;

		BareLoop(RedisClient client) {
			this.connection = client.connect(ByteArrayCodec.INSTANCE);
			this.connection.setAutoFlushCommands(false);
			this.commands = this.connection.async();
			try (InputStream file = Objects.requireNonNull(BareLoop.class.getResourceAsStream("lease.lua"))) {
				this.script = trip(this.commands.scriptLoad(file.readAllBytes()));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		static byte[] key(String name) {
			return bytes(LoadApplication.KEY_PREFIX + "{bare}:" + name);
		}

		private static byte[] bytes(Object text) {
			return text.toString().getBytes(StandardCharsets.US_ASCII);
		}

		private static byte[] join(byte[] prefix, byte[] id) {
			return ByteBuffer.allocate(prefix.length + id.length).put(prefix).put(id).array();
		}

		/** Adds jobs to an empty queue. The payloads are used in turn. */
		void fill(int jobs, List<byte[]> payloads) {
			for (int done = 0; done < jobs; done += BATCH) {
				List<byte[]> ids = new ArrayList<>();
				Map<byte[], byte[]> items = new LinkedHashMap<>();
				for (int i = done; i < Math.min(done + BATCH, jobs); i++) {
					ids.add(bytes(TimeOrderedId.next()));
					items.put(join(ITEM, ids.get(i - done)), payloads.get(i % payloads.size()));
				}
				this.commands.mset(items);
				trip(this.commands.lpush(QUEUE, ids.toArray(byte[][]::new)));
			}
		}

		/** Takes and completes jobs until the queue is empty. Returns their number. */
		int drain() {
			int done = 0;
			for (List<byte[]> taken = take(); !taken.isEmpty(); taken = take()) {
				byte[][] keys = new byte[2 * taken.size()][];
				for (int i = 0; i < taken.size(); i++) {
					keys[2 * i] = join(ITEM, taken.get(i));
					keys[2 * i + 1] = join(LEASE, taken.get(i));
					// The oldest ids are at the tail.
					this.commands.lrem(PROCESSING, -1, taken.get(i));
				}
				trip(this.commands.del(keys));
				done += taken.size();
			}
			return done;
		}

		/** Calls the script, which replies with ids and payloads. Returns the ids. */
		private List<byte[]> take() {
			List<List<byte[]>> reply = trip(this.commands.evalsha(this.script, ScriptOutputType.MULTI,
					new byte[][] { QUEUE, PROCESSING, ITEM, LEASE }, bytes(BATCH), bytes(LEASE_MILLIS)));
			return reply.get(0);
		}

		/** Sends all commands, and waits for the reply to the last of them. */
		private <T> T trip(Future<T> last) {
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

	}

}
