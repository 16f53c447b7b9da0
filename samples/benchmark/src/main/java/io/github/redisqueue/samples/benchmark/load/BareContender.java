package io.github.redisqueue.samples.benchmark.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.TimeOrderedId;
import io.github.redisqueue.samples.process.Repetition;
import io.lettuce.core.Consumer;
import io.lettuce.core.LMoveArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;

/**
 * Single jobs go from one thread to another with a bell: one calls {@code LPUSH} and
 * {@code XADD}, the other {@code XREAD BLOCK} and then {@code LMOVE}, each over a
 * connection of its own. A job that was taken stays in another list. Bulk goes with the
 * loop that resembles a type, 100 jobs per round trip.
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

	private String seen = "0-0";

	private int inLoop;

	private List<Repetition> receivers = List.of();

	BareContender(QueueType type, Plan plan, Handling handling) {
		this.client = RedisClient.create(plan.redis());
		this.sending = this.client.connect(ByteArrayCodec.INSTANCE).sync();
		this.receiving = this.client.connect(ByteArrayCodec.INSTANCE).sync();
		this.loop = BareLoop.of(type, this.client);
		this.handling = handling;
		this.payloads = new Payloads(plan.load().payloadSize()).unread();
	}

	@Override
	public void send(int number) {
		long now = System.nanoTime();
		byte[] payload = this.payloads.get(number % this.payloads.size()).clone();
		ByteBuffer.wrap(payload).putInt(number).putLong(now);
		this.sending.lpush(QUEUE, payload);
		this.sending.xadd(BELL, Map.of(NOTHING, NOTHING));
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
	 * the commands of an algorithm, but without fencing, crash recovery or retries. Its
	 * throughput is an upper bound for one thread and one connection. Adding, given
	 * payloads by id, and completing return the last command.
	 */
	record BareLoop(Pipe pipe, Runnable prepare, Function<Map<byte[], byte[]>, Future<?>> add, Supplier<byte[][]> take,
			Function<byte[][], Future<?>> complete) {

		private static final int BATCH = 100;

		private static final long LEASE_MILLIS = 30_000;

		private static final Runnable NOTHING = () -> {
		};

		private static final byte[] QUEUE = key("queue");

		private static final byte[] JOBS = key("jobs");

		static BareLoop of(QueueType type, RedisClient client) {
			Pipe pipe = new Pipe(client);
			return switch (type) {
				case LEASE -> lease(pipe, pipe.commands);
				case LIST -> list(pipe, pipe.commands);
				case STREAM -> stream(pipe, pipe.commands);
				case DELAYED -> delayed(pipe, pipe.commands);
			};
		}

		/**
		 * Commands that resemble the {@code lease} algorithm: a list of ready jobs, a
		 * list of jobs in progress, and a key for each lease.
		 */
		private static BareLoop lease(Pipe pipe, RedisAsyncCommands<byte[], byte[]> commands) {
			byte[] processing = key("processing");
			byte[] item = key("item:");
			byte[] lease = key("lease:");
			String script = pipe.script("lease");
			return new BareLoop(pipe, NOTHING, (jobs) -> {
				Map<byte[], byte[]> items = new LinkedHashMap<>();
				jobs.forEach((id, payload) -> items.put(join(item, id), payload));
				commands.mset(items);
				return commands.lpush(QUEUE, jobs.keySet().toArray(byte[][]::new));
			}, () -> pipe.take(script, QUEUE, processing, item, lease), (ids) -> {
				byte[][] keys = new byte[2 * ids.length][];
				for (int i = 0; i < ids.length; i++) {
					keys[2 * i] = join(item, ids[i]);
					keys[2 * i + 1] = join(lease, ids[i]);
					// The oldest ids are at the tail.
					commands.lrem(processing, -1, ids[i]);
				}
				return commands.del(keys);
			});
		}

		/**
		 * Commands that resemble the {@code list} algorithm: a list of ready jobs, and a
		 * private list of the only worker.
		 */
		private static BareLoop list(Pipe pipe, RedisAsyncCommands<byte[], byte[]> commands) {
			byte[] own = key("private");
			String script = pipe.script("list");
			return new BareLoop(pipe, NOTHING, (jobs) -> {
				commands.hset(JOBS, jobs);
				return commands.lpush(QUEUE, jobs.keySet().toArray(byte[][]::new));
			}, () -> pipe.take(script, QUEUE, own, JOBS), (ids) -> {
				for (byte[] id : ids) {
					// The oldest ids are at the tail.
					commands.lrem(own, -1, id);
				}
				return commands.hdel(JOBS, ids);
			});
		}

		/**
		 * Commands that resemble the {@code stream} algorithm: a stream and a consumer
		 * group.
		 */
		@SuppressWarnings("unchecked")
		private static BareLoop stream(Pipe pipe, RedisAsyncCommands<byte[], byte[]> commands) {
			byte[] stream = key("stream");
			byte[] group = bytes("workers");
			return new BareLoop(pipe, () -> pipe.trip(
					commands.xgroupCreate(StreamOffset.from(stream, "0"), group, XGroupCreateArgs.Builder.mkstream())),
					(jobs) -> {
						List<Future<?>> all = new ArrayList<>();
						jobs.forEach((id, payload) -> all
							.add(commands.xadd(stream, bytes("id"), id, bytes("data"), payload)));
						return all.get(all.size() - 1);
					},
					() -> pipe
						.trip(commands.xreadgroup(Consumer.from(group, group), XReadArgs.Builder.count(BATCH),
								StreamOffset.lastConsumed(stream)))
						.stream()
						.map((entry) -> bytes(entry.getId()))
						.toArray(byte[][]::new),
					(ids) -> {
						String[] entries = Arrays.stream(ids).map(String::new).toArray(String[]::new);
						commands.xack(stream, group, entries);
						return commands.xdel(stream, entries);
					});
		}

		/**
		 * Commands that resemble the {@code delayed} algorithm: a sorted set by ready
		 * time.
		 */
		private static BareLoop delayed(Pipe pipe, RedisAsyncCommands<byte[], byte[]> commands) {
			byte[] delayed = key("delayed");
			String script = pipe.script("delayed");
			return new BareLoop(pipe, NOTHING, (jobs) -> {
				// Ready at once, even if the clock of the server is slow.
				double due = System.currentTimeMillis() - 60_000;
				commands.hset(JOBS, jobs);
				return commands.zadd(delayed, jobs.keySet().stream().flatMap((id) -> Stream.of(due, id)).toArray());
			}, () -> pipe.take(script, delayed, JOBS), (ids) -> {
				commands.zrem(delayed, ids);
				return commands.hdel(JOBS, ids);
			});
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
			this.prepare.run();
			for (int done = 0; done < jobs; done += BATCH) {
				Map<byte[], byte[]> batch = new LinkedHashMap<>();
				for (int i = done; i < Math.min(done + BATCH, jobs); i++) {
					batch.put(bytes(TimeOrderedId.next()), payloads.get(i % payloads.size()));
				}
				this.pipe.trip(this.add.apply(batch));
			}
		}

		/** Takes and completes jobs until the queue is empty. Returns their number. */
		int drain() {
			int done = 0;
			for (byte[][] taken = this.take.get(); taken.length > 0; taken = this.take.get()) {
				this.pipe.trip(this.complete.apply(taken));
				done += taken.length;
			}
			return done;
		}

		/** A connection that collects commands and sends them with one round trip. */
		private static final class Pipe {

			private final StatefulRedisConnection<byte[], byte[]> connection;

			private final RedisAsyncCommands<byte[], byte[]> commands;

			Pipe(RedisClient client) {
				this.connection = client.connect(ByteArrayCodec.INSTANCE);
				this.connection.setAutoFlushCommands(false);
				this.commands = this.connection.async();
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

			/**
			 * Loads a script that takes jobs, and returns the name by which to call it.
			 */
			String script(String name) {
				try (InputStream file = Objects.requireNonNull(BareLoop.class.getResourceAsStream(name + ".lua"))) {
					return trip(this.commands.scriptLoad(file.readAllBytes()));
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
			}

			/**
			 * Calls a script, which replies with ids and payloads, and returns the ids.
			 */
			byte[][] take(String script, byte[]... keys) {
				List<List<byte[]>> reply = trip(
						this.commands.evalsha(script, ScriptOutputType.MULTI, keys, bytes(BATCH), bytes(LEASE_MILLIS)));
				return reply.get(0).toArray(byte[][]::new);
			}

		}

	}

}
